// Package figure puts a run's figures into the words that every page for
// people has in common: durations, tokens, costs, what was waited. What is
// unknown is said to be, and is never a zero. It refuses nothing and decides
// nothing; its texts are its own, and safe to show.
package figure
