// Package sinks holds one test over everything that shows what others said:
// the screen, the log, reports of every format, and what is published on
// GitHub. A run in which one text stands wherever a text can goes through
// every writer, and readers of their own kind, which know nothing of how it
// was written, say what works in the result. The package has no code: each
// writer makes its text safe by safetext, and this is where all of them are
// held to it.
package sinks
