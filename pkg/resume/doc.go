// Package resume goes on with a run that ended before its plan did, from the
// JSONL report that it left: it tells which trials are there, whether the run
// that is asked for now is the same one, and lets a scheduler hand out only
// what is left to do. It refuses a report of another plan, application, policy or kind of
// run, and takes a trial that was skipped for one that was not run. It stands
// between the report and the schedule, and neither runs nor writes anything.
package resume
