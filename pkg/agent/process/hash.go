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
	"hash"
	"strings"
)

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
