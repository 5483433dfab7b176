package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Kind says what made a folder an application.
type Kind string

// The kinds of applications: a folder with app.yao, app.json or app.jsonc;
// one that just holds assistants; and the folder of one agent.
const (
	Declared   Kind = "application"
	Assistants Kind = "assistants"
	LoneAgent  Kind = "agent"
)

const (
	assistantsDir = "assistants"
	packageFile   = "package.yao" // how an agent's definition is usually called
)

// appFiles declare an application, first come first taken.
var appFiles = [...]string{"app.yao", "app.json", "app.jsonc"}

// Find walks up from a file or folder to the application it belongs to. An
// agent's folder that does not lie in an application's assistants is an
// application of its own. An error means there is none.
func Find(start string) (root string, kind Kind, err error) {
	at, err := filepath.Abs(start)
	if err != nil {
		return "", "", err
	}
	if !isDir(at) {
		at = filepath.Dir(at)
	}
	lone := ""
	for dir := at; ; dir = filepath.Dir(dir) {
		kind := kindOf(dir)
		switch {
		case kind == LoneAgent && lone == "":
			lone = dir
		case kind == Declared || kind == Assistants:
			if lone == "" || lone == dir || within(filepath.Join(dir, assistantsDir), lone) {
				return dir, kind, nil
			}
			return lone, LoneAgent, nil
		}
		if filepath.Dir(dir) != dir {
			continue
		}
		if lone != "" {
			return lone, LoneAgent, nil
		}
		return "", "", fmt.Errorf("no application found in %q or above it (want app.yao, a folder %q, or an agent's folder with %s)",
			filepath.ToSlash(start), assistantsDir, packageFile)
	}
}

// kindOf is what dir is by itself, "" when it is no application.
func kindOf(dir string) Kind {
	for _, name := range appFiles {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return Declared
		}
	}
	switch {
	case isDir(filepath.Join(dir, assistantsDir)):
		return Assistants
	case defines(dir):
		return LoneAgent
	default:
		return ""
	}
}

// loneID is the id of an agent whose folder is the application: the path
// after the first element named assistants, else the folder's name.
func loneID(dir string) string {
	parts := strings.Split(filepath.ToSlash(dir), "/")
	for i, part := range parts {
		if part == assistantsDir && i+1 < len(parts) {
			return strings.Join(parts[i+1:], ".")
		}
	}
	return parts[len(parts)-1]
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// within reports whether name is folder or lies below it, as written.
func within(folder, name string) bool {
	rel, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(rel)
}
