package app

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/source"
)

func TestDotenv(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want map[string]string
	}{
		"plain lines":             {"A=1\nB = two words \r\n\n# C=3\n", map[string]string{"A": "1", "B": "two words"}},
		"export and blanks":       {"  export A=1\n\texport\tB=2\nexports=3", map[string]string{"A": "1", "B": "2", "exports": "3"}},
		"comments behind values":  {"A=1 # one\nB=a#b\nC=# none\n", map[string]string{"A": "1", "B": "a#b", "C": ""}},
		"single quotes keep all":  {`A='a\n#"b' # c`, map[string]string{"A": `a\n#"b`}},
		"double quotes escape":    {`A="a\n\"b\" \\ \$X \q"`, map[string]string{"A": "a\n\"b\" \\ $X \\q"}},
		"quoted values with line": {"A=\"one\ntwo\"\nB=3", map[string]string{"A": "one\ntwo", "B": "3"}},
		"values with equal signs": {"A=b=c==", map[string]string{"A": "b=c=="}},
		"nothing is expanded":     {"A=1\nB=$A ${A}", map[string]string{"A": "1", "B": "$A ${A}"}},
		"empty values":            {"A=\nB=\"\"\n", map[string]string{"A": "", "B": ""}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var faults source.Faults
			got := readDotenv(source.NewFile(".env", tt.text), &faults)
			if len(faults.List) > 0 {
				t.Error(faults.List)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzDotenv(f *testing.F) {
	f.Add("A=1\nexport B=\"x\\n\ny\" # c\n'=\n=\nC='")
	f.Fuzz(func(t *testing.T, text string) {
		var faults source.Faults
		values := readDotenv(source.NewFile(".env", strings.ToValidUTF8(text, "?")), &faults)
		for name := range values {
			if !variableName.MatchString(name) {
				t.Errorf("took the name %q", name)
			}
		}
		for _, p := range faults.List {
			if p.Pos.Line < 1 || p.Pos.Column < 1 {
				t.Errorf("%v has no place", p)
			}
		}
	})
}

func FuzzAssetsKeepTheLines(f *testing.F) {
	f.Add("- role: system\n  content: @assets/a.md # x\n- content: |\n    @assets/b.md\n")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		got := quoteAssets(source.NewFile("f", text)).Text
		if strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q became %q", text, got)
		}
		if strings.ReplaceAll(got, `"`, "") != strings.ReplaceAll(text, `"`, "") {
			t.Errorf("%q became %q", text, got)
		}
	})
}
