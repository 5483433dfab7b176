package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// release is the version of a build that knows none of its own; a release
// build stamps its tag through the module version.
const release = "0.1.0-dev"

// stamp is the version of a build without module version or history, as in a
// container; the linker sets it.
var stamp string

// defineVersion is the command that prints the version.
func defineVersion(*pflag.FlagSet) action {
	return func(p *Process, _ context.Context, words []string) int {
		if len(words) > 0 {
			return p.refuse(eval.Problem{Message: "surefoot version takes no arguments, got " + quote(words[0])})
		}
		return p.version()
	}
}

func (p *Process) version() int {
	fmt.Fprintf(p.Out, "surefoot %s %s/%s %s\n", version(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	return exitPassed
}

// version is the one that was stamped, else the module's version where the
// build knows one, else the next release with the revision it was built from.
func version() string {
	if stamp != "" {
		return strings.TrimPrefix(stamp, "v")
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return release
	}
	pseudo, isPseudo := strings.CutPrefix(info.Main.Version, "v0.0.0-")
	if !isPseudo {
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	_, revision, _ := strings.Cut(pseudo, "-")
	return release + "+" + strings.ReplaceAll(revision, "+", ".")
}
