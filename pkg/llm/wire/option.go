package wire

import "fmt"

// The options of a connector that this room reads.
const (
	optHost    = "host"
	optKey     = "key"
	optAuth    = "auth"
	optHeaders = "headers"
)

// ConfigError is a setting that a client cannot work with.
type ConfigError struct {
	Option  string // its name in a connector's options, with dots to what is inside
	Problem string // goes on after the name, and holds no secret
}

// Error is the option and its problem.
func (e *ConfigError) Error() string { return e.Option + " " + e.Problem }

// Misset makes a [*ConfigError].
func Misset(option, format string, args ...any) error {
	return &ConfigError{Option: option, Problem: fmt.Sprintf(format, args...)}
}
