// Package check shows a run as a check run on a commit: conclusion, title,
// summary, and remarks at lines of files. It refuses to lose the conclusion to
// a limit: what is too long is cut and says so, remarks that GitHub would turn
// down are mended or counted, and the conclusion stands from the first request
// on, whatever becomes of the remarks. It stands at the end of a run and never
// fails one: what became of the check is an [outcome.Outcome].
package check
