// Package json writes a finished run as one JSON object, for tools that read
// a report whole. It takes the figures from the report and streams the trials
// from the rows they were written to, so that memory holds one trial at a
// time. It refuses to write a report whose trials do not belong to it. Such an object can be read back, one case in
// memory at a time.
//
// The object has these keys, in this order:
//
//	schema_version     of the fields, as in JSONL rows
//	summary            the run in figures
//	environment        the identity trials ran with
//	results            one row per case, its trials in run_details
//	skipped            cases that were not to run, with the reason
//	stability_results  figures of every case, when any had several trials
//	comparison         the run beside its baseline, when it has one
//	gate               the decision: verdict, title, conditions
//	metadata           when, by which version, with which settings and plan
//
// A skipped case stands in skipped and not in results, where a filter such as
// jq's all(.pass_rate >= 80) would take its unknown rate for a failure. A
// case that was to run and is not decided, because the run ended early, stays
// in results with a null pass_rate: there the same filter fails, as it must.
package json
