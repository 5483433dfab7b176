// Package junit writes a finished run as JUnit XML, in the dialect that Maven
// Surefire writes and CI services read: a suite per case file, a test case
// per case. It streams the trials and holds those of one case at a time, cut
// to what is shown. It refuses to write a report whose trials do not belong
// to it.
//
//	testsuite   name is the case file
//	testcase    name is the case's id, classname its agent, time the sum of
//	            its trials, file and line where it stands
//	failure     the case does not pass: an assertion does not hold
//	error       it broke, ran out of time, or was not decided
//	skipped     it was not to run, never came to run, or is in quarantine and
//	            would not pass
//	flaky*      it passes by the policy, and these trials did not
//	rerun*      further trials of a case that does not pass
//
// Whether a case passes is asked of gate, so that a case the policy lets
// pass is green here too. A run that did not pass, and in which no case is
// red, gets a suite "gate" with what stood in its way: no reader of the file
// may take such a run for a good one.
package junit
