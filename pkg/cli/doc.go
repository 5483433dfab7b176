// Package cli is the command line: it reads arguments, wires the rooms
// together for one run, and turns what came of it into an exit code. It is
// the only room that knows all the others, and the only one that touches the
// process: arguments, environment, streams and signals leave process.go as
// values.
package cli
