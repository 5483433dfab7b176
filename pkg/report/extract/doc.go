// Package extract writes the cases of a report as files of their own, one a
// case with all its trials, for people who review answers. It names the files
// after the cases, so that no id leads out of the folder or onto another
// case's file, and knows its own files again, so that it replaces nothing
// else. What agents said stands in fences and code spans, shown and not
// obeyed. It stands behind the reports of earlier runs.
package extract
