// Package log is the JSONL report: it writes one row per event while a run
// goes on, keeps an index of the trials so that other formats can read them
// back without holding transcripts in memory, and reads such files again. It
// refuses to write after a torn row, and to take a file for a report that is
// none. It is a sink of the runner's events; json and later formats come
// after it.
package log
