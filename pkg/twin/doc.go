// Package twin runs the trials of two revisions of an application as one run:
// each trial of the head beside the same one of the base, close in time, so
// that a provider that gets slower or worse does so for both. Which of the two
// goes first changes from trial to trial.
package twin
