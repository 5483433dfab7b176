package cassette

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// extension ends the name of every cassette.
const extension = ".json"

// Path is where the cassette of a case lies below dir. The same case has the
// same path on every machine; two cases never share one, also where upper and
// lower case are the same.
func Path(dir string, key eval.Key) string {
	return filepath.Join(dir, safe(key.Agent), safe(key.ID)+extension)
}

const (
	longest = 80 // bytes of a name that is kept as it is
	digits  = 8  // of a digest at the end of a changed one
)

// plain names are the same file on every system. None ends like a changed
// one, so that no id can take the place of another's.
var (
	plain   = regexp.MustCompile(`^[a-z0-9_][a-z0-9._-]*$`)
	digest  = regexp.MustCompile(`-[0-9a-f]{8}$`)
	strange = regexp.MustCompile(`[^a-z0-9_]+`)
)

// devices are names that Windows keeps for itself, whatever follows a dot.
var devices = []string{"con", "prn", "aux", "nul", "conin$", "conout$"}

// safe is a name for a file that belongs to this id alone.
func safe(id string) string {
	if len(id) <= longest && plain.MatchString(id) && !strings.HasSuffix(id, ".") && !digest.MatchString(id) && !device(id) {
		return id
	}
	name := strings.Trim(strange.ReplaceAllString(strings.ToLower(id), "-"), "-")
	name = strings.TrimRight(name[:min(len(name), longest-digits-1)], "-")
	if name == "" || device(name) {
		name = "id"
	}
	sum := sha256.Sum256([]byte(id))
	return name + "-" + hex.EncodeToString(sum[:])[:digits]
}

func device(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	if slices.Contains(devices, name) {
		return true
	}
	return len(name) == 4 && (strings.HasPrefix(name, "com") || strings.HasPrefix(name, "lpt")) && name[3] >= '0' && name[3] <= '9'
}
