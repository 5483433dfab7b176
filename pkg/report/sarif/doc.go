// Package sarif writes what went wrong in a finished run as SARIF 2.1.0 (OASIS
// Standard, 27 March 2020), for tools that show findings beside the lines
// they are about. A result is a case that does not pass and one way in which
// it does not; cases that the policy lets pass have none.
//
// An assertion that does not hold is of level error, under the rule of its
// type. What broke or ran out of time is of level warning, under the rules
// error and timeout, since it says nothing of the agent; the run is then not
// a successful execution, and a notification says so, as it does for a run
// that ended early.
//
// Beside a baseline a result is new, unchanged or updated, as far as that can be
// told of its case. One of a case in quarantine is a note, and suppressed.
//
// Results are told apart by agent, case and rule, never by what a model said,
// so that the same trouble is the same alert tomorrow. The package refuses to
// write a report whose trials do not belong to it.
package sarif
