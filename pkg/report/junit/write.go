package junit

import (
	"bufio"
	"encoding/xml"
	"io"
	"iter"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// Write writes the report to w. The trials come in the order of its cases, as
// a log reads them back.
func Write(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
	buffer := bufio.NewWriterSize(w, 1<<16)
	board := standing.New(&report)
	doc := &document{enc: xml.NewEncoder(buffer), report: &report, board: board, gate: gateCases(&report, board)}
	doc.enc.Indent("", "  ")
	if _, err := buffer.WriteString(xml.Header); err != nil {
		return err
	}
	if err := doc.open("testsuites", doc.count("surefoot", report.Cases)); err != nil {
		return err
	}
	left := report.Cases
	err := walk.Cases(report.Cases, trials, func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		if len(doc.tags) == 1 || c.Pos.File != doc.file {
			if err := doc.suite(left); err != nil {
				return err
			}
		}
		left = left[1:]
		return doc.enc.Encode(newCase(board, c, trials))
	})
	if err != nil {
		return err
	}
	if err := doc.end(); err != nil {
		return err
	}
	if _, err := buffer.WriteString("\n"); err != nil {
		return err
	}
	return buffer.Flush()
}

// document writes nested tags.
type document struct {
	enc    *xml.Encoder
	report *eval.Report
	board  *standing.Board
	gate   []testcase
	tags   []xml.StartElement // that are open
	file   string             // of the open suite
}

// suite ends the open suite and begins the one of the first of the cases.
func (d *document) suite(cases []eval.CaseResult) error {
	d.file = cases[0].Pos.File
	n := 0
	for n < len(cases) && cases[n].Pos.File == d.file {
		n++
	}
	name := d.file
	if name == "" {
		name = cases[0].Agent
	}
	s := d.count(safetext.XML(name), cases[:n])
	s.File = safetext.XML(d.file)
	if err := d.close(1); err != nil {
		return err
	}
	return d.open("testsuite", s)
}

// count is a suite of the cases; the outermost one also counts the gate's.
func (d *document) count(name string, cases []eval.CaseResult) suite {
	s := suite{Name: name, Tests: len(cases), Timestamp: d.report.Start.Timestamp.UTC().Format(time.RFC3339)}
	total := 0.0
	for i := range cases {
		total += spent(&cases[i])
		switch outcomeOf(d.board, &cases[i]) {
		case failed:
			s.Failures++
		case broken, undecided:
			s.Errors++
		case left, apart:
			s.Skipped++
		case passed:
		}
	}
	s.Time = seconds(total)
	if len(d.tags) == 0 {
		d.addGate(&s)
	}
	return s
}

func (d *document) addGate(s *suite) {
	for _, c := range d.gate {
		s.Tests++
		if c.Failure != nil {
			s.Failures++
		} else {
			s.Errors++
		}
	}
}

func (d *document) open(name string, s suite) error {
	tag := s.start(name)
	d.tags = append(d.tags, tag)
	return d.enc.EncodeToken(tag)
}

// close closes tags until only depth are open.
func (d *document) close(depth int) error {
	for len(d.tags) > depth {
		last := len(d.tags) - 1
		if err := d.enc.EncodeToken(d.tags[last].End()); err != nil {
			return err
		}
		d.tags = d.tags[:last]
	}
	return nil
}

// end writes what the gate has to say and closes the document.
func (d *document) end() error {
	if err := d.close(1); err != nil {
		return err
	}
	if len(d.gate) > 0 {
		s := suite{Name: "gate", Time: seconds(0), Timestamp: d.report.Start.Timestamp.UTC().Format(time.RFC3339)}
		d.addGate(&s)
		if err := d.open("testsuite", s); err != nil {
			return err
		}
		for i := range d.gate {
			if err := d.enc.Encode(&d.gate[i]); err != nil {
				return err
			}
		}
	}
	if err := d.close(0); err != nil {
		return err
	}
	return d.enc.Flush()
}

// gateCases are the conditions that kept a run from passing in which no case
// is red.
func gateCases(r *eval.Report, board *standing.Board) []testcase {
	if r.Decision.Verdict == eval.VerdictPassed {
		return nil
	}
	for i := range r.Cases {
		if how := outcomeOf(board, &r.Cases[i]); how != passed && how != apart && how != left {
			return nil
		}
	}
	var list []testcase
	add := func(name string, verdict eval.Verdict, reason string) {
		c := testcase{Name: name, Classname: "gate", Time: seconds(0)}
		f := &fault{Message: clean(oneLine(reason), messageLimit), Type: string(verdict), Text: clean(r.Decision.Title, messageLimit)}
		if verdict == eval.VerdictFailed {
			c.Failure = f
		} else {
			c.Error = f
		}
		list = append(list, c)
	}
	for _, cond := range r.Decision.Conditions {
		if cond.Verdict != eval.VerdictPassed {
			add(clean(cond.Name, messageLimit), cond.Verdict, cond.Reason)
		}
	}
	switch {
	case r.Decision.Verdict == "":
		add("run", "unfinished", "the run did not end, so nothing was decided")
	case len(list) == 0:
		add("run", r.Decision.Verdict, r.Decision.Title)
	}
	return list
}
