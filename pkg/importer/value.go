package importer

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Member is a member of an object to write.
type Member struct {
	Key   string
	Value eval.Value
}

// Object is a JSON object with the members in the order given. Of a key that
// stands twice the last one counts.
func Object(members []Member) (eval.Value, error) {
	last := map[string]int{}
	for i, m := range members {
		last[m.Key] = i
	}
	var parts []string
	for i, m := range members {
		if last[m.Key] == i {
			parts = append(parts, eval.StringValue(m.Key).Raw()+":"+m.Value.Raw())
		}
	}
	return eval.Parse("{" + strings.Join(parts, ",") + "}")
}

// list shows a few names.
func list(names []string) string {
	const few = 5
	if len(names) > few {
		return strings.Join(names[:few], ", ") + " and more"
	}
	return strings.Join(names, ", ")
}
