// Package pull finds the pull request of a run where only GitHub's API knows
// it: of a push, of a comment, of a run that another one started. It takes the
// numbers, commits and branches that GitHub's event names, never what a run
// left behind, and refuses to guess: a pull request is the run's only when it
// is open and its head is the very commit that ran, in the repository that the
// run was of; of two that fit it is neither. It stands between knowing the run
// and publishing on its pull request.
package pull
