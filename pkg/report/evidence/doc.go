// Package evidence says what a trial shows for its verdict: the checks that
// do not hold, what broke, where, and what was said. Formats that give each
// case a few lines take them from here, so that they name the same places in
// the same words. Its texts are bounded and not yet safe to show: each format
// passes them through safetext for its own sink. It refuses nothing and
// decides nothing.
package evidence
