package rest

import (
	"context"
	"errors"
	"strings"
)

// Login is who the token is, as it stands beside the comments it writes.
//
// People's tokens are asked by REST. Tokens of apps, that of a workflow among
// them, are refused there and asked by GraphQL, which names both.
func (c *Client) Login(ctx context.Context) (string, error) {
	login := ""
	err := c.call(ctx, "ask who the token is", func(ctx context.Context) error {
		user, _, err := c.github.Users.Get(ctx, "")
		login = user.GetLogin()
		return err
	})
	if c.graphQL == "" || !errors.Is(err, ErrReadOnly) && !errors.Is(err, ErrForbidden) {
		return login, err
	}
	err = c.call(ctx, "ask which app the token is of", func(ctx context.Context) error {
		query := struct {
			Query string `json:"query"`
		}{"query{viewer{login}}"}
		req, err := c.github.NewRequest("POST", c.graphQL, query)
		if err != nil {
			return err
		}
		var answer struct {
			Data struct {
				Viewer struct {
					Login string `json:"login"`
				} `json:"viewer"`
			} `json:"data"`
		}
		_, err = c.github.Do(with(ctx, reading), req, &answer)
		login = answer.Data.Viewer.Login
		return err
	})
	const bot = "[bot]" // which GraphQL leaves out in places
	if login != "" && !strings.HasSuffix(login, bot) {
		login += bot
	}
	return login, err
}
