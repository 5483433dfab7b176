// Package binding gives scripts what they know: ctx, and the messages of a
// conversation as they see them. It turns plain Go into arguments of the
// script engine and back, and runs nothing itself. What a script gets wrong is
// an exception in the script, at the line that did it.
package binding
