// Package comment keeps the one comment that a pull request gets: it finds the
// comment of earlier runs, replaces its text, and writes a new one only where
// the mode asks for it. It refuses to touch what others wrote, even behind a
// marker that looks like ours, and to let an older run overwrite a newer one.
// It stands at the end of a run, takes a finished text, and never fails a run:
// what became of the comment is an [outcome.Outcome].
package comment
