// Package past brings back the run that a report file tells of: its figures in
// memory, its trials from the file, in the plan's order. It reads JSONL
// reports, what --json prints, and JSON reports. What a killed run left is a
// report too, whose verdict is inconclusive. It refuses a file whose parts do
// not fit each other, such as one that lost rows: what is shown of a run must
// be what the run was. It stands between the files of earlier runs and the
// writers of all formats.
package past
