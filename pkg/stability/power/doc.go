// Package power says what a comparison could find before it is made: how
// likely a drop of a case's pass rate, or of the suite's, is called what it is,
// the smallest drop that is found often enough, and how many trials one needs.
// It is arithmetic on counts, and refuses to know cases, reports and policies:
// the rule by which a case counts as regressed is handed to it.
//
// Rates, drops and powers are 0 to 100.
package power

// Usual is how often a drop should be found for a plan to be called able to
// find it.
//
// Source: J. Cohen, Statistical Power Analysis for the Behavioral Sciences,
// 2nd edition, 1988, section 2.4.
const Usual = 80
