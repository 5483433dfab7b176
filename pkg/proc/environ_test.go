package proc_test

import (
	"slices"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/proc"
)

func TestAChildKnowsWhatWasChosen(t *testing.T) {
	t.Parallel()
	environ := []string{"PATH=/bin", "LC_ALL=C", "API_KEY=k", "MODE=fast", "LANG=C", "OTHER_TOKEN=t", "EMPTY_SECRET="}
	got := proc.Environ(environ, []string{"API_KEY", "PATH", "NOBODY"}, map[string]string{"LANG": "de", "OWN": "1"})
	if want := []string{"API_KEY=k", "LANG=de", "LC_ALL=C", "OWN=1", "PATH=/bin"}; !slices.Equal(got, want) {
		t.Errorf("it knows %q, want %q", got, want)
	}
	if passed, want := proc.Passed(environ, []string{"API_KEY", "PATH", "NOBODY"}), []string{"API_KEY=k"}; !slices.Equal(passed, want) {
		t.Errorf("passed are %q, want %q: PATH is no secret", passed, want)
	}
	if held, want := proc.Withheld(environ, got), []string{"OTHER_TOKEN"}; !slices.Equal(held, want) {
		t.Errorf("withheld are %q, want %q", held, want)
	}
}
