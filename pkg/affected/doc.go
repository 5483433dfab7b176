// Package affected says which cases a change can reach: through the files that
// an application was read from, the agents and connectors that were, the text
// of a case, and the files a case names. It is told what changed and asks
// nobody. Whatever it does not know the reach of, reaches every case: a case
// that is run in vain costs a trial, and one that is left out in error costs
// the truth.
package affected
