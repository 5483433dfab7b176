// Package schema holds the JSON Schemas (2020-12) of what people and programs
// exchange with Surefoot: case files, the rows of reports, and surefoot.yml.
// Cases and reports are described by files of their own, which are tested
// against the readers and the rows; settings are described by their table. A
// schema says less than the readers do, and nothing that they do not. Nothing
// of a run comes through here: lint prints the schemas, and docs has copies.
package schema
