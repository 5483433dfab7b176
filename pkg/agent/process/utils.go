package process

import (
	"context"
	"crypto/hmac"
	"crypto/md5"  //nolint:gosec // scripts check sums of others with it
	"crypto/sha1" //nolint:gosec // as above
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// texts put texts together.
func texts() map[string]Func {
	all := func(a Args, from int) []string {
		var parts []string
		for i := from; i < a.Len(); i++ {
			parts = append(parts, a.Value(i).Text())
		}
		return parts
	}
	return map[string]Func{
		"utils.str.Concat": func(_ context.Context, a Args) (any, error) { return strings.Join(all(a, 0), ""), nil },
		"utils.str.Join": func(_ context.Context, a Args) (any, error) {
			if a.Value(0).Kind() != eval.Array {
				a.Fail(0, "a list")
			}
			var parts []string
			for _, v := range a.Value(0).Items() {
				parts = append(parts, v.Text())
			}
			return strings.Join(parts, a.Text(1)), nil
		},
		"utils.str.JoinPath": func(_ context.Context, a Args) (any, error) { return path.Join(all(a, 0)...), nil },
		"utils.json.Validate": func(_ context.Context, a Args) (any, error) {
			_, err := eval.Parse(a.Text(0))
			return err == nil, nil
		},
	}
}

// times are what the clock says.
func times(clock func() time.Time) map[string]Func {
	now := func(layout string) Func {
		return func(context.Context, Args) (any, error) { return clock().Format(layout), nil }
	}
	return map[string]Func{
		"utils.now.Date": now(time.DateOnly), "utils.now.Time": now(time.TimeOnly), "utils.now.DateTime": now(time.DateTime),
		"utils.now.Timestamp":   func(context.Context, Args) (any, error) { return clock().Unix(), nil },
		"utils.now.Timestampms": func(context.Context, Args) (any, error) { return clock().UnixMilli(), nil },
	}
}

// addresses take URLs apart.
func addresses() map[string]Func {
	return map[string]Func{
		"utils.url.ParseQuery": func(_ context.Context, a Args) (any, error) {
			values, err := url.ParseQuery(a.Text(0))
			return map[string][]string(values), wrap(a, err)
		},
		"utils.url.ParseURL": func(_ context.Context, a Args) (any, error) {
			u, err := url.Parse(a.Text(0))
			if err != nil {
				return nil, wrap(a, err)
			}
			return map[string]any{
				"scheme": u.Scheme, "host": u.Host, "domain": u.Hostname(), "port": u.Port(), "path": u.Path, "query": map[string][]string(u.Query()), "url": u.String(),
			}, nil
		},
	}
}

func wrap(a Args, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", a.Name(), err)
}

// throws are exceptions with the text they are given.
func throws() map[string]Func {
	set := map[string]Func{}
	for name, code := range map[string]int{"BadRequest": 400, "Unauthorized": 401, "Forbidden": 403, "NotFound": 404, "InternalError": 500} {
		set["utils.throw."+name] = func(_ context.Context, a Args) (any, error) {
			return nil, fmt.Errorf("%s (%d)", a.Maybe(0, name), code)
		}
	}
	set["utils.throw.Exception"] = func(_ context.Context, a Args) (any, error) {
		return nil, fmt.Errorf("%s (%d)", a.Text(0), a.Whole(1, 500))
	}
	return set
}

// hashes are sums of texts, in hex unless asked otherwise.
func hashes() map[string]Func {
	kind := func(a Args) func() hash.Hash {
		make, ok := map[string]func() hash.Hash{
			"MD5": md5.New, "SHA1": sha1.New, "SHA224": sha256.New224, "SHA256": sha256.New, "SHA384": sha512.New384, "SHA512": sha512.New,
		}[strings.ToUpper(strings.ReplaceAll(a.Text(0), "-", ""))]
		if !ok {
			a.Fail(0, "MD5, SHA1, SHA224, SHA256, SHA384 or SHA512")
			return sha256.New
		}
		return make
	}
	return map[string]Func{
		"crypto.Hash": func(_ context.Context, a Args) (any, error) {
			h := kind(a)()
			h.Write([]byte(a.Text(1)))
			return hex.EncodeToString(h.Sum(nil)), nil
		},
		"crypto.Hmac": func(_ context.Context, a Args) (any, error) {
			h := hmac.New(kind(a), []byte(a.Text(2)))
			h.Write([]byte(a.Text(1)))
			switch a.Maybe(3, "hex") {
			case "hex":
				return hex.EncodeToString(h.Sum(nil)), nil
			case "base64":
				return base64.StdEncoding.EncodeToString(h.Sum(nil)), nil
			default:
				a.Fail(3, "hex or base64")
				return nil, nil
			}
		},
	}
}
