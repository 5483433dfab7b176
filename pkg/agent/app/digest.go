package app

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/script"
)

// kept is a file that the application was read from.
type kept struct {
	path   string // absolute
	sum    [sha256.Size]byte
	owners []owner // that were read from it
}

// Digest changes when a file does that the application was read from, its
// scripts' included, and not with where it lies, with the ends of lines, or
// with the environment and the prices, which are the run's. It is lower-case
// hex.
func (a *App) Digest() string {
	h := sha256.New()
	for _, name := range sortedKeys(a.files) {
		h.Write([]byte(strconv.Itoa(len(name)) + ":" + name))
		h.Write(a.files[name].sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// keep takes a file into the digest, and whose it is. The names are those
// within the application, so that a copy of it has the same.
func (l *loader) keep(o owner, path, text string) {
	name := path
	if within, err := filepath.Rel(l.root, path); err == nil {
		name = within
	}
	name = filepath.ToSlash(name)
	k := l.app.files[name]
	if k == nil {
		k = &kept{path: path}
		l.app.files[name] = k
	}
	k.sum = sha256.Sum256([]byte(text))
	if !slices.Contains(k.owners, o) {
		k.owners = append(k.owners, o)
	}
}

// keepLines takes a file into the digest of which the ends of lines mean
// nothing: checkouts on two systems have not the same.
func (l *loader) keepLines(o owner, path, text string) {
	l.keep(o, path, strings.ReplaceAll(text, "\r\n", "\n"))
}

// keepProgram takes the files of a script into the digest.
func (l *loader) keepProgram(o owner, p *script.Program) {
	for name, text := range p.Files() {
		l.keepLines(o, filepath.Join(l.root, filepath.FromSlash(name)), text)
	}
}
