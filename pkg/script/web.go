package script

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

func (vm *VM) encodeUTF8(call goja.FunctionCall) goja.Value {
	return vm.rt.ToValue(vm.rt.NewArrayBuffer([]byte(call.Argument(0).String())))
}

func (vm *VM) decodeUTF8(call goja.FunctionCall) goja.Value {
	buffer, _ := call.Argument(0).Export().(goja.ArrayBuffer)
	text := string(buffer.Bytes())
	if !utf8.ValidString(text) {
		if call.Argument(1).ToBoolean() {
			panic(vm.rt.NewTypeError("TextDecoder: the bytes are not UTF-8"))
		}
		text = strings.ToValidUTF8(text, "\ufffd")
	}
	if !call.Argument(2).ToBoolean() {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	return vm.rt.ToValue(text)
}

func (vm *VM) atob(call goja.FunctionCall) goja.Value {
	text := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\n\f\r", r) {
			return -1
		}
		return r
	}, call.Argument(0).String())
	text = strings.TrimRight(text, "=")
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		panic(newError(vm.rt, "Error", "InvalidCharacterError: atob: the text is not base64"))
	}
	runes := make([]rune, len(data))
	for i, b := range data {
		runes[i] = rune(b)
	}
	return vm.rt.ToValue(string(runes))
}

func (vm *VM) btoa(call goja.FunctionCall) goja.Value {
	text := call.Argument(0).String()
	data := make([]byte, 0, len(text))
	for _, r := range text {
		if r > 0xff {
			panic(newError(vm.rt, "Error", "InvalidCharacterError: btoa: the text has characters above U+00FF"))
		}
		data = append(data, byte(r))
	}
	return vm.rt.ToValue(base64.StdEncoding.EncodeToString(data))
}

// unescape reads one part of a query string; what is no escape stays.
func (vm *VM) unescape(call goja.FunctionCall) goja.Value {
	text := strings.ReplaceAll(call.Argument(0).String(), "+", " ")
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if n, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(n))
				i += 2
				continue
			}
		}
		out = append(out, text[i])
	}
	return vm.rt.ToValue(strings.ToValidUTF8(string(out), "\ufffd"))
}

// defaultPorts are those of the schemes that have a host and a path.
func defaultPort(scheme string) (port string, special bool) {
	switch scheme {
	case "http", "ws":
		return "80", true
	case "https", "wss":
		return "443", true
	case "ftp":
		return "21", true
	case "file":
		return "", true
	default:
		return "", false
	}
}

// parseURL splits a URL into the parts that scripts see, in the forms of
// https://url.spec.whatwg.org for URLs of the common schemes.
func (vm *VM) parseURL(call goja.FunctionCall) goja.Value {
	text := call.Argument(0).String()
	invalid := func() *goja.Object { return vm.rt.NewTypeError("Invalid URL: " + strconv.Quote(oneLine(text))) }
	u, err := url.Parse(cleanURL(text))
	if err == nil && !goja.IsUndefined(call.Argument(1)) {
		var base *url.URL
		if base, err = url.Parse(cleanURL(call.Argument(1).String())); err == nil && !base.IsAbs() {
			panic(invalid())
		}
		if err == nil {
			u = base.ResolveReference(u)
		}
	}
	if err != nil || !u.IsAbs() {
		panic(invalid())
	}
	u = new(url.URL).ResolveReference(u)
	port, special := defaultPort(u.Scheme)
	host := u.Hostname()
	if special && u.Scheme != "file" && host == "" || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf }) {
		panic(invalid())
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	parts := map[string]string{"protocol": u.Scheme + ":", "port": "", "username": "", "password": "", "search": "", "hash": "", "origin": "null"}
	if special {
		host = strings.ToLower(host)
	}
	parts["hostname"] = host
	if u.Port() != port {
		parts["port"] = u.Port()
	}
	if u.User != nil {
		parts["username"] = url.PathEscape(u.User.Username())
		password, _ := u.User.Password()
		parts["password"] = url.PathEscape(password)
	}
	parts["pathname"] = u.EscapedPath()
	if u.Opaque != "" {
		parts["pathname"] = u.Opaque
	} else if special && parts["pathname"] == "" {
		parts["pathname"] = "/"
	}
	if u.RawQuery != "" {
		parts["search"] = "?" + escapeQuery(u.RawQuery)
	}
	if u.Fragment != "" {
		parts["hash"] = "#" + u.EscapedFragment()
	}
	if special && u.Scheme != "file" {
		parts["origin"] = u.Scheme + "://" + host
		if parts["port"] != "" {
			parts["origin"] += ":" + parts["port"]
		}
	}
	object := vm.rt.NewObject()
	for name, part := range parts {
		if err := object.Set(name, part); err != nil {
			vm.throw(err)
		}
	}
	return object
}

// cleanURL does what the standard does before it parses.
func cleanURL(text string) string {
	text = strings.TrimFunc(text, func(r rune) bool { return r <= ' ' })
	text = strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, text)
	scheme, _, _ := strings.Cut(text, ":")
	if _, special := defaultPort(strings.ToLower(scheme)); special {
		end := len(text)
		if at := strings.IndexAny(text, "?#"); at >= 0 {
			end = at
		}
		text = strings.ReplaceAll(text[:end], `\`, "/") + text[end:]
	}
	return text
}

func escapeQuery(query string) string {
	var b strings.Builder
	for i := range len(query) {
		if c := query[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`"<>#'`, c) >= 0 {
			b.WriteString("%" + strings.ToUpper(strconv.FormatUint(uint64(c)|0x100, 16)[1:]))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func (vm *VM) formatURL(call goja.FunctionCall) goja.Value {
	object := call.Argument(0).ToObject(vm.rt)
	part := func(name string) string { return object.Get(name).String() }
	text := part("protocol")
	_, special := defaultPort(strings.TrimSuffix(text, ":"))
	if host := part("hostname"); host != "" || special {
		text += "//"
		if part("username") != "" || part("password") != "" {
			text += part("username")
			if part("password") != "" {
				text += ":" + part("password")
			}
			text += "@"
		}
		text += host
		if part("port") != "" {
			text += ":" + part("port")
		}
	}
	return vm.rt.ToValue(text + part("pathname") + part("search") + part("hash"))
}
