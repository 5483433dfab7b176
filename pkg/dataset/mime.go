package dataset

import (
	"errors"
	"io"
	"net/http"
	"strings"
)

// mimeByExtension is the type of a file by its name, "" when the name does
// not tell. The table is ours, so that a report does not depend on the
// machine it was made on.
func mimeByExtension(ext string) string {
	switch ext = strings.TrimPrefix(strings.ToLower(ext), "."); ext {
	case "jpg", "jpeg":
		return "image/jpeg"
	case "png", "gif", "webp", "bmp":
		return "image/" + ext
	case "wav", "flac", "ogg":
		return "audio/" + ext
	case "mp3":
		return "audio/mpeg"
	case "m4a":
		return "audio/mp4"
	case "pdf", "json", "xml":
		return "application/" + ext
	case "yao":
		return "application/json"
	case "doc":
		return "application/msword"
	case "docx":
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case "xls":
		return "application/vnd.ms-excel"
	case "xlsx":
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case "txt", "ini", "conf":
		return "text/plain"
	case "csv", "html", "css":
		return "text/" + ext
	case "htm":
		return "text/html"
	case "md":
		return "text/markdown"
	case "yaml", "yml":
		return "text/yaml"
	default:
		return sourceCode(ext)
	}
}

// sourceCode is the type of a program's source by its extension.
func sourceCode(ext string) string {
	switch ext {
	case "ts", "tsx":
		return "text/typescript"
	case "js", "jsx":
		return "text/javascript"
	case "py":
		return "text/x-python"
	case "rs":
		return "text/x-rust"
	case "rb":
		return "text/x-ruby"
	case "cpp", "hpp":
		return "text/x-c++"
	case "h":
		return "text/x-c"
	case "sh", "bash", "zsh":
		return "text/x-shellscript"
	case "go", "java", "c", "php", "sql", "toml", "scss", "less", "vue", "svelte":
		return "text/x-" + ext
	default:
		return ""
	}
}

// sniff tells a file's type by its first bytes, application/octet-stream when
// they do not tell (https://mimesniff.spec.whatwg.org).
func sniff(r io.Reader) (string, error) {
	head := make([]byte, 512)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	kind, _, _ := strings.Cut(http.DetectContentType(head[:n]), ";")
	return kind, nil
}
