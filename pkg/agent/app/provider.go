package app

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// server is what connectors name of a provider's server, whichever it is.
type server struct {
	host, named string // and the option that names it
	key         string
	keyName     string
	auth        wire.Auth
}

func (r *connectorReader) server(f, options *source.Fields, raw *source.Node) server {
	s := server{named: "host"}
	if options.Has("proxy") && !options.Has("host") {
		s.named = "proxy"
	} else if options.Has("proxy") {
		r.faults.At(options.Pos("proxy"), options.Path("proxy"), "host and proxy mean the same, want one of them")
	}
	s.host = options.String(s.named)
	s.key = options.String("key")
	s.keyName = keyName(raw)
	s.auth = r.auth(f, options)
	if s.auth == wire.AuthNone && options.Has("key") {
		r.faults.At(options.Pos("key"), options.Path("key"), "a key beside auth \"none\", which sends none").Hint = "remove one of them"
	}
	if n := f.Node("script"); n != nil {
		r.faults.At(n.Pos, "script", "a connector of type %q has no script", r.c.Type).Hint = "want type \"script\""
	}
	return s
}

func (r *connectorReader) refuse(options *source.Fields, name, hint string) {
	if n := options.Node(name); n != nil {
		r.faults.At(n.Pos, options.Path(name), "not supported in this version").Hint = hint
	}
}

// check reports what is wrong with a connector to a server as a whole. make is
// a client of its own, which checks the settings and sends nothing.
func (r *connectorReader) check(options *source.Fields, s server, whole bool, make func() error) {
	if !whole {
		return
	}
	if r.c.Model == "" && !options.Has("model") {
		r.faults.At(r.at(options, "model"), "options", "the connector names no model").Hint = "set options.model"
		return
	}
	if r.faults.List.Errors() > 0 {
		return
	}
	if err := make(); err != nil {
		r.misset(err, options, s.named)
		return
	}
	if s.key == "" && s.auth != wire.AuthNone && !isLoopback(s.host) {
		r.faults.At(r.at(options, "key"), options.Path("key"), "the connector has no key").Hint =
			"set options.key to \"$ENV.NAME\", or options.auth to \"none\" for a server that asks for none"
	}
}

func (r *connectorReader) openAI(f, options *source.Fields, raw *source.Node, whole bool) {
	s := r.server(f, options, raw)
	cfg := &r.c.OpenAI
	cfg.Host, cfg.Key, cfg.KeyName, cfg.Auth, cfg.Model = s.host, s.key, s.keyName, s.auth, r.c.Model
	cfg.Extra = options.Value("extra_body")
	cfg.Headers = r.headers(options)
	r.c.Defaults = readGeneration(options, []string{"temperature", "max_tokens"}, r.faults)
	const hint = "put what the provider takes into extra_body"
	r.refuse(options, "thinking", hint)
	r.refuse(options, "protocols", hint)
	r.check(options, s, whole, func() error {
		check := *cfg
		check.HTTP = &http.Client{}
		_, err := openai.New(check)
		return err
	})
}

// at is a member's place, the object's when there is no member, and the file's
// when there is no object either.
func (r *connectorReader) at(f *source.Fields, name string) eval.Pos {
	if pos := f.Pos(name); !pos.IsZero() {
		return pos
	}
	return r.root
}

// misset is a client's complaint about a setting, at its place. The host may
// stand under another name.
func (r *connectorReader) misset(err error, options *source.Fields, host string) {
	option, problem := "", err.Error()
	var bad *wire.ConfigError
	if errors.As(err, &bad) {
		option, problem = bad.Option, bad.Problem
	}
	name, inner, _ := strings.Cut(option, ".")
	if name == "host" {
		name, option = host, host
	}
	pos := r.at(options, name)
	if n := options.Node(name); n != nil && inner != "" {
		if member := n.Field(inner); member != nil {
			pos = member.Pos
		}
	}
	r.faults.At(pos, options.Path(option), "%s", problem)
}

func (r *connectorReader) auth(f, options *source.Fields) wire.Auth {
	for _, at := range []struct {
		f    *source.Fields
		name string
	}{{options, "auth"}, {f, "auth_mode"}} {
		text := at.f.String(at.name)
		if text != "" && !slices.Contains(wire.Auths(), text) {
			r.faults.At(at.f.Pos(at.name), at.f.Path(at.name), "unknown way to send a key %q", eval.Clip(text)).Hint =
				"want " + strings.Join(wire.Auths(), ", ")
		} else if text != "" {
			return wire.Auth(text)
		}
	}
	return ""
}

// headers are those to send with each request. A key among them would be in
// nobody's care.
func (r *connectorReader) headers(options *source.Fields) map[string]string {
	if !options.Has("headers") {
		return nil
	}
	f := options.Object("headers")
	list := map[string]string{}
	for _, m := range options.Node("headers").Fields {
		switch strings.ToLower(m.Key) {
		case "authorization", "api-key", "x-api-key":
			f.Allow(m.Key)
			r.faults.At(m.Node.Pos, f.Path(m.Key), "a key does not belong into headers").Hint = "set options.key, and options.auth for how it is sent"
		default:
			list[m.Key] = f.String(m.Key)
		}
	}
	f.Done()
	return list
}

// keyName is what the key is called in errors: its variable, or its place.
func keyName(raw *source.Node) string {
	if options := raw.Field("options"); options != nil {
		if key := options.Field("key"); key != nil && strings.HasPrefix(key.Text, "$ENV.") {
			return key.Text
		}
	}
	return ""
}

func isLoopback(host string) bool {
	u, err := url.Parse(host)
	if err != nil {
		return false
	}
	name := strings.ToLower(u.Hostname())
	ip := net.ParseIP(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || ip != nil && ip.IsLoopback()
}
