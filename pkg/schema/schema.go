package schema

import "embed"

//go:embed case.json report.json
var files embed.FS

// Names are the schemas there are.
func Names() []string { return []string{"case", "report", "config"} }

// Text is the schema of that name as JSON text with a newline at the end, ""
// when there is none.
func Text(name string) string {
	if name == "config" {
		return settings()
	}
	text, err := files.ReadFile(name + ".json")
	if err != nil {
		return ""
	}
	return string(text)
}
