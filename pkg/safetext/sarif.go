package safetext

import "strings"

// SARIF is text for a plain message of a SARIF result. Beside what [Terminal]
// does, it breaks what would be a link there: [text](target).
func SARIF(s string) string { return strings.ReplaceAll(Terminal(s), "](", "] (") }
