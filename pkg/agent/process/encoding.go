package process

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// encoding are texts that stand for values, and back.
func encoding() map[string]Func {
	return map[string]Func{
		"encoding.json.Encode": func(_ context.Context, a Args) (any, error) { return value(a, 0).Raw(), nil },
		"encoding.json.Decode": func(_ context.Context, a Args) (any, error) {
			text := a.Text(0)
			v, err := eval.Parse(text)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", a.Name(), err)
			}
			return v, nil
		},
		"encoding.yaml.Encode": encodeYAML,
		"encoding.yaml.Decode": decodeYAML,
		"encoding.base64.Encode": func(_ context.Context, a Args) (any, error) {
			return base64.StdEncoding.EncodeToString([]byte(a.Text(0))), nil
		},
		"encoding.base64.Decode": func(_ context.Context, a Args) (any, error) {
			return readable(a, base64.StdEncoding.DecodeString)
		},
		"encoding.hex.Encode": func(_ context.Context, a Args) (any, error) { return hex.EncodeToString([]byte(a.Text(0))), nil },
		"encoding.hex.Decode": func(_ context.Context, a Args) (any, error) { return readable(a, hex.DecodeString) },
	}
}

// value is an argument that may be anything; undefined is null.
func value(a Args, i int) eval.Value {
	if v := a.Value(i); !v.IsZero() {
		return v
	}
	return eval.Trusted("null")
}

// readable decodes bytes that must be a text, since scripts have no others.
func readable(a Args, decode func(string) ([]byte, error)) (any, error) {
	body, err := decode(a.Text(0))
	if err == nil && !utf8.Valid(body) {
		err = errors.New("what it stands for is no text")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name(), err)
	}
	return string(body), nil
}

func encodeYAML(_ context.Context, a Args) (any, error) {
	// YAML takes JSON: the node keeps numbers as they are and keys in order.
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(value(a, 0).Raw()), &n); err != nil {
		return nil, err
	}
	plain(&n)
	text, err := yaml.Marshal(&n)
	return string(text), err
}

// plain leaves how to write it to the writer.
func plain(n *yaml.Node) {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
		n.Style = 0
	}
	for _, inner := range n.Content {
		plain(inner)
	}
}

func decodeYAML(_ context.Context, a Args) (any, error) {
	docs, problems := source.ReadYAML(source.NewFile("", a.Text(0)))
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s: %s", a.Name(), problems.First().Message)
	}
	if len(docs) != 1 {
		return nil, fmt.Errorf("%s: want one document, got %d", a.Name(), len(docs))
	}
	return docs[0].Value, nil
}
