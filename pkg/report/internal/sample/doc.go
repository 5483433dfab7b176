// Package sample holds the runs that tests of report formats write: one of
// everything, one that passed, one that was interrupted, one with hostile
// texts, one that is large. It also compares what was written with golden
// files. Only tests import it.
package sample
