// Package console is what a person sees of a run: a header, one line per case
// as it ends with what went wrong beneath it, the verdict and its figures at
// the end, and on a terminal a live line meanwhile. It is a sink of the
// runner's events and writes text only; it decides nothing, and refuses to
// show text of agents other than through safetext. Where output is not a
// terminal it keeps to lines that are good to search: status words in
// capitals, and file:line: before every failure.
package console
