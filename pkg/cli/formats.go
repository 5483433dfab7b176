package cli

import (
	"fmt"
	"io"
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report"
	"github.com/surefoot-dev/surefoot/pkg/report/ctrf"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/json"
	"github.com/surefoot-dev/surefoot/pkg/report/junit"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
	"github.com/surefoot-dev/surefoot/pkg/report/sarif"
)

// writeReport writes a finished report in any format but JSONL. The report and
// its trials are without secrets, and the trials come in the order of its
// cases, by run.
func writeReport(w io.Writer, format report.Format, r eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
	switch format {
	case report.JSON:
		return json.Write(w, r, trials)
	case report.Markdown:
		return markdown.Write(w, r, trials)
	case report.HTML:
		return html.Write(w, r, trials)
	case report.JUnit:
		return junit.Write(w, r, trials)
	case report.CTRF:
		return ctrf.Write(w, r, trials)
	case report.SARIF:
		return sarif.Write(w, r, trials)
	default:
		return fmt.Errorf("a report of format %q is not written at the end of a run", format)
	}
}
