// Package dataset turns case files and messages into cases. It stands first
// in the flow: what it returns is complete, checked as far as a file can be
// without running anything, and carries the place of everything that a later
// room may want to complain about.
//
// It refuses, with every problem of every file at once, whatever it would
// have to guess at or to ignore: unknown fields, wrong types, ids that only
// look alike, inputs that end with the assistant, attachments that cannot be
// read, and fields that this version does not know how to obey. Whether an
// agent, connector or mode exists, and whether an assertion compiles, others
// decide.
package dataset
