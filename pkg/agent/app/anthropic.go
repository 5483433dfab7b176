package app

import (
	"net/http"

	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// anthropic reads a connector of the Messages API, which wants a limit for
// each answer: the connector's, else the most that its model can give.
func (r *connectorReader) anthropic(f, options *source.Fields, raw *source.Node, whole bool) {
	s := r.server(f, options, raw)
	cfg := &r.c.Anthropic
	cfg.Host, cfg.Key, cfg.KeyName, cfg.Auth, cfg.Model = s.host, s.key, s.keyName, s.auth, r.c.Model
	cfg.Extra = options.Value("extra_body")
	cfg.Headers = r.headers(options)
	if options.Has("thinking") {
		cfg.Thinking = options.Value("thinking")
	}
	if n := options.Int("max_tokens", 1); n != nil {
		cfg.MaxTokens = *n
	} else if most := r.c.Capabilities.maxOutputTokens; most != nil {
		cfg.MaxTokens = *most
	}
	r.c.Defaults = readGeneration(options, []string{"temperature"}, r.faults)
	r.refuse(options, "protocols", "remove it")
	r.c.Capabilities.lacks = Audio
	if r.c.Capabilities.declared[Audio] {
		inner := options.Node("capabilities").Field(Audio)
		r.faults.At(inner.Pos, options.Path("capabilities")+"."+Audio, "the API takes no audio").Hint = "remove it"
	}
	r.check(options, s, whole, func() error {
		check := *cfg
		check.HTTP = &http.Client{}
		if _, err := anthropic.New(check); err != nil {
			return err
		}
		for _, p := range anthropic.Check(check, r.c.Defaults) {
			return p
		}
		return nil
	})
}

// unfit is what of an agent's options the connector's API does not take.
func (c *Connector) unfit(a *Agent) []*wire.ConfigError {
	if c.Type != Anthropic {
		return nil
	}
	var list []*wire.ConfigError
	for _, p := range anthropic.Check(c.Anthropic, c.Options(a)) {
		if _, set := a.Options[p.Option]; set {
			list = append(list, p)
		}
	}
	return list
}
