package app

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
	"github.com/surefoot-dev/surefoot/pkg/llm/scripted"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func (r *connectorReader) openAI(f, options *source.Fields, raw *source.Node, whole bool) {
	cfg := &r.c.OpenAI
	cfg.Model = r.c.Model
	host := "host"
	if options.Has("proxy") && !options.Has("host") {
		host = "proxy"
	} else if options.Has("proxy") {
		r.faults.At(options.Pos("proxy"), options.Path("proxy"), "host and proxy mean the same, want one of them")
	}
	cfg.Host = options.String(host)
	cfg.Key = options.String("key")
	cfg.KeyName = keyName(raw)
	cfg.Auth = r.auth(f, options)
	cfg.Extra = options.Value("extra_body")
	r.c.Defaults = readGeneration(options, []string{"temperature", "max_tokens"}, r.faults)
	if n := f.Node("script"); n != nil {
		r.faults.At(n.Pos, "script", "an openai connector has no script").Hint = "want type \"script\""
	}
	for _, name := range []string{"thinking", "protocols"} {
		if n := options.Node(name); n != nil {
			r.faults.At(n.Pos, options.Path(name), "not supported in this version").Hint = "put what the provider takes into extra_body"
		}
	}
	if !whole {
		return
	}
	if cfg.Model == "" && !options.Has("model") {
		r.faults.At(r.at(options, "model"), "options", "the connector names no model").Hint = "set options.model"
		return
	}
	if r.faults.List.Errors() > 0 {
		return
	}
	// A client of its own checks the settings. It sends nothing.
	check := *cfg
	check.HTTP = &http.Client{}
	if _, err := openai.New(check); err != nil {
		r.misset(err, options, host)
		return
	}
	if cfg.Key == "" && !isLoopback(cfg.Host) {
		r.faults.At(r.at(options, "key"), options.Path("key"), "the connector has no key").Hint =
			"set options.key to \"$ENV.NAME\"; only servers on this machine go without one"
	}
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

func (r *connectorReader) script(f, options *source.Fields) {
	for _, name := range []string{"host", "proxy", "key", "auth", "extra_body", "temperature", "max_tokens"} {
		if n := options.Node(name); n != nil {
			r.faults.At(n.Pos, options.Path(name), "has no effect in a script connector").Hint = "remove it"
		}
	}
	file := f.String("script")
	n := f.Node("script")
	switch {
	case n == nil:
		r.faults.At(f.Pos("script"), "", "the connector has no script").Hint = "set script to a .ts or .js file beside it"
		return
	case n.Kind() != eval.String:
		return
	case file == "":
		r.faults.At(n.Pos, "script", "the script is empty")
		return
	case filepath.IsAbs(file) || strings.HasPrefix(file, "/") || strings.HasPrefix(file, `\`):
		r.faults.At(n.Pos, "script", "want a path relative to the connector's file, got %q", eval.Clip(file))
		return
	}
	program, problems := r.l.opt.Compile(filepath.Join(filepath.Dir(r.path), filepath.FromSlash(file)))
	if program != nil {
		problems = append(problems, program.Require(scripted.Function)...)
	}
	for _, p := range problems {
		// A script that is not there has no place of its own to point at.
		if p.Pos.Line == 0 && program == nil {
			p.Pos, p.Path, p.Message = n.Pos, "script", fmt.Sprintf("%s: %s", eval.Clip(file), p.Message)
		}
		r.faults.List = append(r.faults.List, p)
	}
	r.c.Program = program
}
