// Package ctrf writes a finished run in the Common Test Report Format
// (https://ctrf.io), one test per case with its trials as attempts. It
// streams the trials and holds those of one case at a time, cut to what is
// shown. It refuses to write a report whose trials do not belong to it.
//
// The format knows five statuses, which are given so:
//
//	passed   the policy lets the case pass; flaky when some trials did not
//	failed   it does not; also when it broke or ran out of time, because a
//	         reader takes no other status for trouble
//	other    the run ended before the case was decided, or it is in quarantine
//	         and would not pass
//	pending  it was to run and never did
//	skipped  it was not to run
//
// rawStatus keeps the case's own: passed, failed, error, timeout, skipped. A
// run that did not pass, and in which no test failed, gets a test "gate"
// that did, so that no reader takes it for a good one.
package ctrf
