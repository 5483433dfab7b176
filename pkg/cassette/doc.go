// Package cassette keeps what agents exchange with the outside, so that the
// same cases can be run again without it. A Recorder takes the exchanges of a
// run and writes one file a case; a Player reads such a file and answers in
// the outside's place. It knows neither models nor tools: an exchange is a
// request and an answer as JSON values, and the trial it belongs to stands in
// the context ([eval.ScopeOf]).
//
// It refuses to guess. A request that was not recorded is a [*Miss] that says
// what differs, never the answer to another request. A file on disk is whole:
// a case of which one exchange is missing is not written, and an older file
// of it stays as it was. Nothing is kept before it passed the [Redactor].
//
// It stands between what asks (pkg/llm/recorded around a model) and the disk.
package cassette
