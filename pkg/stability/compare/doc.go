// Package compare puts a run beside an earlier one: what became of each case,
// and of all of them together. It tells a regression from bad luck by the exact
// test, corrected over the cases, and says where the trials there are cannot
// tell. It is arithmetic on two reports; it reads no file and decides nothing,
// which gate does, and refuses to take what broke for an answer of the agent.
//
// What the agent did is asked of scored trials alone: those that passed,
// failed or timed out. A trial that ended in an error, or did not run, might
// have come out either way, and where that could make a regression of a case,
// or unmake it, nothing is claimed.
package compare
