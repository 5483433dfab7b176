package app

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Lengths of names of tools that models take. 64 is what the strictest of
// their APIs allows.
const (
	maxOffered = 64
	maxOwnPart = 40 // of a name that is cut: the tool says more than the server
	sumLength  = 8  // of the digits that tell names apart that were changed
)

// Called is a tool of the server by its name behind the server's, as reports,
// cases and assertions have it.
func (s *Server) Called(tool string) string { return s.prefix() + tool }

func (s *Server) prefix() string { return strings.ReplaceAll(s.ID, ".", "_") + "__" }

// Offered is a tool of the server by the name that a model knows it by. That
// is what it is called, where the APIs of models take that: letters, digits, _
// and -, at most 64, and a letter or _ first. Any other name is made from it,
// and is the same in every run, whatever else the model is offered.
func (s *Server) Offered(tool string) string {
	called := s.Called(tool)
	if len(called) <= maxOffered && legal(called) == called && !startsOddly(called) {
		return called
	}
	prefix, own := legal(s.prefix()), strings.Trim(legal(tool), "_")
	if startsOddly(prefix) {
		prefix = "_" + prefix
	}
	const room = maxOffered - len("_") - sumLength
	if len(prefix)+len(own) > room {
		own = strings.TrimRight(own[:min(len(own), max(maxOwnPart, room-len(prefix)))], "_")
		if most := room - len(own); len(prefix) > most {
			prefix = prefix[:most-len("__")] + "__"
		}
	}
	if own != "" {
		own += "_"
	}
	sum := sha256.Sum256([]byte(s.ID + "\x00" + tool))
	return prefix + own + hex.EncodeToString(sum[:])[:sumLength]
}

// startsOddly reports that a name begins as none does.
func startsOddly(name string) bool {
	return name[0] == '-' || name[0] >= '0' && name[0] <= '9'
}

// legal is a text with one _ in the place of each run of what no name has.
func legal(text string) string {
	var b strings.Builder
	within := false // of such a run
	for _, r := range text {
		ok := r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		switch {
		case ok:
			b.WriteRune(r)
		case !within:
			b.WriteByte('_')
		}
		within = !ok
	}
	return b.String()
}
