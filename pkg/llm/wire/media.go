package wire

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// decoded is the body as it was before compression. The transport has
// undone gzip where it asked for it itself.
func decoded(res *http.Response) (io.Reader, error) {
	switch encoding := res.Header.Get("Content-Encoding"); strings.ToLower(encoding) {
	case "", "identity":
		return res.Body, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(res.Body)
	default:
		return nil, &Broken{Text: fmt.Sprintf("answered in the encoding %q, which was not asked for", Cut(encoding))}
	}
}

// mediaType is what the server says the body is, as it wrote it.
func mediaType(res *http.Response) string {
	kind, _, _ := strings.Cut(res.Header.Get("Content-Type"), ";")
	return strings.TrimSpace(kind)
}

// refuseMedia is the error of a body that is neither events nor JSON by what
// the server says it is, or a web page by how it begins. A server may say
// nothing.
func refuseMedia(kind, began string) error {
	lower := strings.ToLower(kind)
	switch {
	case isHTML(kind, began):
		return &Broken{Text: "answered with HTML instead of an answer", Sent: began}
	case lower == "", lower == "text/event-stream", lower == "application/json", strings.HasSuffix(lower, "+json"):
		return nil
	default:
		return &Broken{Text: fmt.Sprintf("answered with %q instead of an answer", Cut(kind)), Sent: began}
	}
}

func isHTML(kind, began string) bool {
	began = strings.TrimSpace(strings.TrimPrefix(began, "\ufeff"))
	began = strings.ToLower(began[:min(len(began), len("<!doctype"))])
	kind = strings.ToLower(kind)
	return kind == "text/html" || kind == "application/xhtml+xml" ||
		began == "<!doctype" || strings.HasPrefix(began, "<html")
}
