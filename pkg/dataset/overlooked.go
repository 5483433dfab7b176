package dataset

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// overlooked warns of files in tests folders that look like case files and are
// not found without being named: in another format, in a folder below, or in
// a folder whose name is nearly tests.
func overlooked(root string, found []string) eval.Problems {
	var names []string
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // what cannot be read failed the search already
		case entry.IsDir() && path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules"):
			return fs.SkipDir
		case entry.Type().IsRegular() && inTests(root, path) && !slices.Contains(found, path) && looksLikeCases(path):
			if rel, err := filepath.Rel(root, path); err == nil {
				names = append(names, filepath.ToSlash(rel))
			}
		}
		return nil
	})
	if len(names) == 0 {
		return nil
	}
	const few = 3
	shown := strings.Join(names[:min(len(names), few)], ", ")
	if len(names) > few {
		shown += fmt.Sprintf(" and %d more", len(names)-few)
	}
	return eval.Problems{{
		Warning: true, Message: eval.Plural(len(names), "file") + " in tests folders that look like cases are not run: " + shown,
		Hint: "only tests/*.jsonl is found by itself, name others with -i",
	}}
}

func inTests(root, path string) bool {
	rel, err := filepath.Rel(root, filepath.Dir(path))
	return err == nil && slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), func(folder string) bool {
		return strings.EqualFold(folder, "tests") || strings.EqualFold(folder, "test")
	})
}

// looksLikeCases looks for the two fields that every case has at the
// beginning of a file.
func looksLikeCases(path string) bool {
	kind := strings.ToLower(filepath.Ext(path))
	if !slices.Contains([]string{".jsonl", ".json", ".yml", ".yaml"}, kind) || IsReport(path) {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 4096))
	if err != nil {
		return false
	}
	if kind == ".yml" || kind == ".yaml" {
		return bytes.Contains(head, []byte("id:")) && bytes.Contains(head, []byte("input:"))
	}
	return bytes.Contains(head, []byte(`"id"`)) && bytes.Contains(head, []byte(`"input"`))
}
