// Package merge makes one report of the reports of a plan's shards. It proves
// that they are of one plan and one kind of run, that every shard is there
// exactly once and whole, and that no case is in two; then it folds all trials
// anew. It refuses what does not fit, naming file and line, and decides
// nothing: gate does, afterwards. It stands between past, which reads reports,
// and the writers of all formats.
package merge
