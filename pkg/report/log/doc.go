// Package log is the JSONL report: it writes one row per event while a run
// goes on, keeps an index of the trials so that other formats can read them
// back without holding transcripts in memory, and reads such files again. It
// refuses to write after a torn row or into what another run is writing, to
// take a file for a report that is none, and one for a run that holds two. It
// is a sink of the runner's events; the other formats come after it, at once
// or from a file of an earlier run.
package log
