// Package interval says how much a rate that was measured in a few trials can
// be believed: intervals for readers, one-sided bounds for gates, how many
// clean trials a bound needs, and the unbiased estimators pass@k and pass^k.
// It is arithmetic on counts, between the trials that stability folded and the
// gate that decides, and refuses to know cases, trials and policies.
//
// Rates, bounds and confidences are 0 to 100.
package interval
