// Package beside makes an earlier run the baseline of a later one: it takes of
// its report what a comparison needs, so that the file can be closed, and says
// of the two what makes them less alike than one would wish. The arithmetic is
// that of stability/compare; the reports come from past, and the decision on
// what came out is the gate's.
package beside
