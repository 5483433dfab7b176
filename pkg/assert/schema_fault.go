package assert

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// maxViolations is how many of them a message lists.
const maxViolations = 3

// cyclic reports a schema that leads back to itself at one place of the
// instance, which says nothing about the instance.
func cyclic(err *jsonschema.ValidationError) bool {
	if _, ok := err.ErrorKind.(*kind.RefCycle); ok {
		return true
	}
	return slices.ContainsFunc(err.Causes, cyclic)
}

// violations lists what is wrong where, in an order that does not change from
// run to run.
func violations(err *jsonschema.ValidationError) string {
	var lines []string
	collect(err, &lines)
	slices.Sort(lines)
	lines = slices.Compact(lines)
	more := ""
	if len(lines) > maxViolations {
		more = fmt.Sprintf(" and %d more", len(lines)-maxViolations)
		lines = lines[:maxViolations]
	}
	return strings.Join(lines, "; ") + more
}

func collect(err *jsonschema.ValidationError, lines *[]string) {
	for _, cause := range err.Causes {
		collect(cause, lines)
	}
	if len(err.Causes) > 0 {
		return
	}
	line := err.Error()
	if len(err.InstanceLocation) == 0 {
		line = "at the root" + strings.TrimPrefix(line, "at ''")
	}
	*lines = append(*lines, clip(line))
}

func schemaFault(err error) string {
	var invalid *jsonschema.SchemaValidationError
	var causes *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &causes) {
		return violations(causes)
	}
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return fmt.Sprintf("it refers to %q", eval.Clip(strings.TrimPrefix(load.URL, strings.TrimSuffix(schemaURL, "schema.json"))))
	}
	return clip(strings.ReplaceAll(err.Error(), schemaURL, ""))
}

func refersOutside(err error) bool {
	var load *jsonschema.LoadURLError
	return errors.As(err, &load)
}
