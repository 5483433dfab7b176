package app

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/script"
)

// sum is the hash of a file.
type sum = [sha256.Size]byte

// Digest changes when a file does that the application was read from, its
// scripts' included, and not with where it lies, with the ends of lines, or
// with the environment and the prices, which are the run's. It is lower-case
// hex.
func (a *App) Digest() string {
	h := sha256.New()
	for _, name := range sortedKeys(a.files) {
		sum := a.files[name]
		h.Write([]byte(strconv.Itoa(len(name)) + ":" + name))
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// keep takes a file into the digest. The names are those within the
// application, so that a copy of it has the same.
func (l *loader) keep(path, text string) {
	if name, err := filepath.Rel(l.root, path); err == nil {
		path = name
	}
	l.app.files[filepath.ToSlash(path)] = sha256.Sum256([]byte(text))
}

// keepLines takes a file into the digest of which the ends of lines mean
// nothing: checkouts on two systems have not the same.
func (l *loader) keepLines(path, text string) {
	l.keep(path, strings.ReplaceAll(text, "\r\n", "\n"))
}

// keepProgram takes the files of a script into the digest.
func (l *loader) keepProgram(p *script.Program) {
	for name, text := range p.Files() {
		l.keepLines(filepath.Join(l.root, filepath.FromSlash(name)), text)
	}
}
