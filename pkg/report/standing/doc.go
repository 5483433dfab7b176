// Package standing says how the cases of a finished run stand, in the same
// words for every format: which are worse than their baseline, which failed
// before too, which are in quarantine, what earlier runs and further trials
// would say. It decides nothing: the gate did, and a comparison's changes are
// taken as they stand. Its texts hold words of others and are not yet safe to
// show.
package standing
