package source

import (
	"testing"

	"go.yaml.in/yaml/v3"
)

func TestTooManyValuesAreRefusedForWhatTheyAre(t *testing.T) {
	t.Parallel()
	for want, aliased := range map[string]bool{
		"the document holds more than 1000000 values (split it, or write it as JSON)": false,
		"the document grows too large through its aliases":                            true,
	} {
		c := converter{file: NewFile("f", ""), count: maxYAMLNodes, aliased: aliased}
		if _, err := c.node(&yaml.Node{Kind: yaml.ScalarNode}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
