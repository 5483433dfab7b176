// Package walk pairs the cases of a finished report with their trials, one
// trial in memory at a time. Every format but JSONL is written by such a
// walk, so that a trial that is lost, doubled or of another run is found the
// same way everywhere. It refuses trials that are out of the report's order,
// and knows no format.
package walk
