// Package artifact keeps a run's files with the run, and reads them back. It
// speaks the artifact service of GitHub Actions (its version 4, and 7 for one
// file as it is) and, where they differ, that of act and Gitea; and it opens
// zip files that anybody may have made.
//
// It refuses steps that were given no access ([ErrUnavailable] says what to
// do instead), names that the service or a file system would not take, to
// replace what is there unless it was asked to, to store half of anything,
// and to hand on bytes whose digest is not the one that was stored. Signed
// addresses and the token are in no error and in no result.
//
// It stands at the end of a run, after the reports are files and before the
// summary links them; and at the start of what reads another job's reports.
// The protocol is described nowhere: docs/decisions/0006 says why it is our
// own.
package artifact
