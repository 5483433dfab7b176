package live

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// wholeRuns are those samples that are what a run wrote.
func wholeRuns() map[string]sample.Run {
	runs := sample.Runs()
	delete(runs, "compared") // the trials of which are not all there
	return runs
}

func TestARunHasNoVerdictBeforeItsLastRow(t *testing.T) {
	t.Parallel()
	for name, run := range wholeRuns() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, rows := newDesk(t), rowsOf(t, run)
			d.looks()
			d.is(waiting)
			for i, row := range rows {
				// Of every row first the half, then all but the end of the line.
				for _, part := range []string{row[:len(row)/2], row[len(row)/2 : len(row)-1], "\n"} {
					d.add(part)
					d.looks()
					if got := d.ask("", 0); i < len(rows)-1 && d.lastRead.Status.State != waiting {
						d.is(running)
						if h := got.head(t); h.Verdict != "" || len(h.Gate) > 0 || h.Trials == nil {
							t.Fatalf("after row %d of %d the head says %q, %v", i+1, len(rows), h.Verdict, h.Gate)
						}
					}
				}
			}
			d.is(ended)
			if h := d.ask("", 0).head(t); h.Verdict != run.Report.Decision.Verdict || h.Trials != nil {
				t.Errorf("in the end it is %q, want %q", h.Verdict, run.Report.Decision.Verdict)
			}
			if len(d.faults) > 0 {
				t.Errorf("complaints: %q", d.faults)
			}
		})
	}
}

func TestInTheEndAPageKnowsWhatTheReportAsAFileSays(t *testing.T) {
	t.Parallel()
	runs := wholeRuns()
	delete(runs, "hostile") // whose texts lose bytes on their way through a file
	for name, run := range runs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// Trials end in another order than planned.
			rows := rowsOf(t, run)
			var trials []int
			for i, row := range rows {
				if strings.HasPrefix(row, `{"type":"result"`) {
					trials = append(trials, i)
				}
			}
			for i, j := 0, len(trials)-1; i < j; i, j = i+1, j-1 {
				rows[trials[i]], rows[trials[j]] = rows[trials[j]], rows[trials[i]]
			}
			d, known := newDesk(t), map[int]html.Row{}
			for _, row := range rows {
				d.add(row)
				for n, row := range d.looks().rows(t) {
					known[n] = row
				}
			}
			d.is(ended)
			want := map[string]html.Row{}
			for _, m := range regexp.MustCompile(`(?s)data-is="row">(.*?)</script>`).FindAllSubmatch(sample.Write(t, html.Write, run), -1) {
				for _, row := range (answer{Messages: []json.RawMessage{m[1]}}).rows(t) {
					want[row.ID] = row
				}
			}
			if len(known) != len(want) {
				t.Errorf("%d rows, want %d", len(known), len(want))
			}
			last := [3]int{}
			for n := range len(want) {
				for _, row := range known { // by the plan's order
					if w := want[row.ID]; w.N == n {
						if slices.Compare(last[:], row.At[:]) > 0 {
							t.Errorf("%s is at %v, behind %v", row.ID, *row.At, last)
						}
						last = *row.At
						row.N, row.At = w.N, nil
						if diff := cmp.Diff(w, row); diff != "" {
							t.Errorf("%s differs (-file +page):\n%s", row.ID, diff)
						}
					}
				}
			}
		})
	}
}

func TestAPageGetsOnlyWhatIsNewer(t *testing.T) {
	t.Parallel()
	d, rows := newDesk(t), rowsOf(t, sample.Mixed())
	d.write(rows[0] + rows[1])
	first := d.looks()
	if !first.Whole || len(first.rows(t)) != 1 {
		t.Errorf("a page that knows nothing gets %v, %s", first.Whole, first.Messages)
	}
	if again := d.looks(); again.Whole || len(again.Messages) > 0 || again.At != first.At {
		t.Errorf("nothing is new, and it gets %v, %s", again.Whole, again.Messages)
	}
	d.add(rows[2])
	if next := d.looks(); next.Whole || len(next.rows(t)) != 1 || next.head(t).Trials.Ended != 2 {
		t.Errorf("of one more row it gets %v, %s", next.Whole, next.Messages)
	}
	for what, late := range map[string]answer{"a page that comes late": d.ask("", 0), "one of another server": d.ask("other", 1), "one that knows more than there is": d.ask(d.run, 99)} {
		if !late.Whole || len(late.Messages) != 1+len(d.board.rows) {
			t.Errorf("%s gets %v, %d messages", what, late.Whole, len(late.Messages))
		}
	}
}

func TestCasesThatAreStillOpenAreRunning(t *testing.T) {
	t.Parallel()
	d, rows := newDesk(t), rowsOf(t, sample.Mixed())
	d.write(rows[0])
	d.looks()
	seen := map[html.Group]bool{}
	for _, row := range rows[1:] {
		d.add(row)
		for _, r := range d.looks().rows(t) {
			seen[r.Group] = true
			if r.Group == html.GroupUndecided && d.lastRead.Status.State == running {
				t.Errorf("%s is undecided while the run goes on", r.ID)
			}
			if r.Group == html.GroupRunning && (r.Word != "running" || !strings.Contains(r.Strip, ".")) {
				t.Errorf("%s: %q, %q", r.ID, r.Word, r.Strip)
			}
		}
	}
	if !seen[html.GroupRunning] || !seen[html.GroupFailed] {
		t.Errorf("seen: %v", seen)
	}
}

func TestARunThatIsSilentForTooLongIsNotFinished(t *testing.T) {
	t.Parallel()
	run := sample.Mixed()
	run.Report.Start.Settings = map[string]string{"timeout": "10m"}
	d, rows := newDesk(t), rowsOf(t, run)
	d.write(joined(rows[:3]))
	d.clock = d.modTime().Add(11 * time.Minute) // as long as a trial may take, and some more
	d.looks()
	d.is(running)
	if got := d.lastRead.Status.QuietMS; got != (11 * time.Minute).Milliseconds() {
		t.Errorf("silent for %d ms", got)
	}
	d.clock = d.modTime().Add(12 * time.Minute)
	a := d.looks()
	d.is(quiet)
	if !strings.Contains(a.Status.Lines[0], "no row for 12m") || len(d.told) != 1 {
		t.Errorf("got %q, %q", a.Status.Lines, d.told)
	}
	for _, r := range d.ask("", 0).rows(t) {
		if r.Group == html.GroupRunning {
			t.Errorf("%s is running still", r.ID)
		}
	}
	d.add(rows[3])
	d.clock = d.modTime()
	d.looks()
	d.is(running)
}

func TestTheCommandThatGoesOnIsOneForAShell(t *testing.T) {
	t.Parallel()
	d, rows := newDesk(t), rowsOf(t, sample.Mixed())
	d.name = "my run.jsonl"
	d.write(joined(rows[:3]))
	d.clock = d.modTime().Add(time.Hour)
	if a := d.looks(); !strings.Contains(a.Status.Lines[0], "surefoot eval --resume 'my run.jsonl' goes on with it") {
		t.Errorf("it says %q", a.Status.Lines)
	}
}

func TestAReportThatIsWrittenAnewIsFollowedFromItsBeginning(t *testing.T) {
	t.Parallel()
	old, rows := rowsOf(t, sample.Mixed()), rowsOf(t, sample.Passed())
	// The new one begins as the old one does, so that only the rest tells it.
	for name, anew := range map[string]func(d *desk){
		"cut, and shorter": func(d *desk) { d.write(rows[0]) },
		"cut, and longer":  func(d *desk) { d.write(joined(rows) + strings.Repeat(" ", 1<<16)) },
		"cut to nothing":   func(d *desk) { d.write("") },
		"another file":     func(d *desk) { swap(d, joined(rows)) },
		"taken away, and put": func(d *desk) {
			if err := os.Remove(d.path); err != nil {
				d.t.Fatal(err)
			}
			d.looks()
			d.is(waiting)
			if len(d.ask(d.run, 0).Messages) == 0 {
				d.t.Error("what was known is forgotten before there is another")
			}
			d.write(joined(rows))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.write(joined(old[:len(old)-2]))
			run := d.looks().Run
			anew(d)
			a := d.looks()
			if !a.Whole || a.Run == run {
				t.Errorf("it goes on with the run that was there: %+v", a.Status)
			}
			swap(d, joined(rows))
			d.looks()
			d.is(ended)
			if h := d.ask("", 0).head(t); h.Verdict != eval.VerdictPassed {
				t.Errorf("it is %q", h.Verdict)
			}
			if len(d.faults) > 0 && name != "cut, and longer" {
				t.Errorf("complaints: %q", d.faults)
			}
		})
	}
}

// swap puts another file in the place of the report.
func swap(d *desk, text string) {
	d.t.Helper()
	fresh := d.path + ".new"
	if err := os.WriteFile(fresh, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
	if err := os.Rename(fresh, d.path); err != nil {
		d.t.Fatal(err)
	}
}

func TestWhatCannotBeReadLosesItsVerdict(t *testing.T) {
	t.Parallel()
	rows := rowsOf(t, sample.Passed())
	n := len(rows)
	for name, tt := range map[string]struct{ behind, want string }{
		"no row":           {"nonsense\n", fmt.Sprintf("run.jsonl:%d: not a row of a report", n+1)},
		"a second run":     {rows[0], fmt.Sprintf("run.jsonl:%d: a second start row", n+1)},
		"a row behind it":  {rows[1], fmt.Sprintf("run.jsonl:%d: a result row behind the end of the report", n+1)},
		"a cut row":        {rows[1][:30], "run.jsonl: a cut row stands behind the end of the report"},
		"more on its line": {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			text := joined(rows)
			if tt.behind == "" {
				text, tt.behind, tt.want = strings.TrimSuffix(text, "\n"), "{}\n", fmt.Sprintf("run.jsonl:%d: not a row of a report: there is more behind it on its line", n)
			}
			d.write(text)
			d.looks()
			d.is(ended)
			d.add(tt.behind)
			a := d.looks()
			d.is(faulty)
			if h := a.head(t); h.Verdict != "" || len(h.Gate) > 0 {
				t.Errorf("the head says %q, %v", h.Verdict, h.Gate)
			}
			if len(d.faults) != 1 || !strings.HasPrefix(d.faults[0], tt.want) || !cmp.Equal(a.Status.Lines, d.faults) {
				t.Errorf("got %q, page %q\nwant %q", d.faults, a.Status.Lines, tt.want)
			}
			d.looks()
			if len(d.faults) != 1 {
				t.Errorf("it is said again: %q", d.faults)
			}
			d.write(joined(rows))
			d.looks()
			d.is(ended)
			if h := d.ask("", 0).head(t); h.Verdict != eval.VerdictPassed {
				t.Errorf("once it is mended it is %q", h.Verdict)
			}
		})
	}
}

// TestARunThatEndedIsReadAnewWhenItIsAnother: nothing is written behind its end,
// so what changed stands before it, where nobody reads on.
func TestARunThatEndedIsReadAnewWhenItIsAnother(t *testing.T) {
	t.Parallel()
	text := joined(rowsOf(t, sample.Passed()))
	for name, tt := range map[string]struct{ from, to, want string }{
		"another status": {`"status":"passed"`, `"status":"failed"`, "the report is not whole"},
		"no row":         {`{"type":"result"`, `XXXXXXXXXXXXXXXX`, "not a row of a report"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.write(text)
			d.looks()
			d.is(ended)
			d.write(strings.Replace(text, tt.from, tt.to, 1))
			d.looks()
			d.is(faulty)
			if len(d.faults) != 1 || !strings.Contains(d.faults[0], tt.want) {
				t.Errorf("got %q, want %q", d.faults, tt.want)
			}
			if a := d.ask("", 0); len(a.Messages) > 0 {
				t.Errorf("the page still has %d messages", len(a.Messages))
			}
		})
	}
}

func TestAReportThatLostRowsHasNoVerdict(t *testing.T) {
	t.Parallel()
	d, rows := newDesk(t), rowsOf(t, sample.Passed())
	d.write(rows[0] + joined(rows[2:]))
	d.looks()
	d.is(faulty)
	if len(d.faults) != 1 || !strings.Contains(d.faults[0], "run.jsonl") {
		t.Errorf("got %q", d.faults)
	}
	for _, m := range d.ask("", 0).Messages {
		if strings.Contains(string(m), `"verdict":"passed"`) {
			t.Errorf("it has %s", m)
		}
	}
}

func TestAJSONReportIsTakenWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	d, text := newDesk(t), jsonOf(t, sample.Mixed())
	for _, part := range []string{"", "{", text[:5], text[:20], text[:len(text)/2], text[:len(text)-3]} {
		d.write(part)
		d.looks()
		d.is(waiting)
	}
	d.write(text)
	d.looks()
	d.is(ended)
	if h := d.ask("", 0).head(t); h.Verdict != eval.VerdictFailed {
		t.Errorf("it is %q", h.Verdict)
	}
	if len(d.faults) > 0 {
		t.Errorf("complaints: %q", d.faults)
	}
	d.write(jsonOf(t, sample.Passed()))
	d.looks()
	if h := d.ask("", 0).head(t); h.Verdict != eval.VerdictPassed {
		t.Errorf("the next is %q", h.Verdict)
	}
}

func TestDetailsAreThoseOfTheTrialsSoFar(t *testing.T) {
	t.Parallel()
	d, rows := newDesk(t), rowsOf(t, sample.Mixed())
	d.write(joined(rows[:2]))
	d.looks()
	if got := d.details(0); !strings.Contains(got, `"run":1,`) || strings.Contains(got, `"run":2,`) {
		t.Errorf("got %s", got)
	}
	taken, ok := d.board.take(d.run, 0)
	if !ok {
		t.Fatal("no case")
	}
	d.add(rows[2])
	d.looks()
	if got := d.details(0); !strings.Contains(got, `"run":2,`) {
		t.Errorf("got %s", got)
	}
	// One who is slow gets what was there, also of a report that is gone.
	swap(d, rows[0])
	d.looks()
	var text strings.Builder
	if err := taken.write(&text); err != nil || !strings.Contains(text.String(), `"run":1,`) {
		t.Errorf("got %v, %s", err, text.String())
	}
	taken.giveBack()
	if _, err := taken.of.edition.file.file.Stat(); err == nil {
		t.Error("the file that is gone is still open")
	}
	if _, ok := d.board.take(d.run, 0); ok {
		t.Error("there is a case before its trials")
	}
}

func TestDetailsOfAFileThatIsWrittenAnewAreNoOthers(t *testing.T) {
	t.Parallel()
	d, rows := newDesk(t), rowsOf(t, sample.Mixed())
	d.write(joined(rows[:2]))
	d.looks()
	taken, ok := d.board.take(d.run, 0)
	if !ok {
		t.Fatal("no case")
	}
	defer taken.giveBack()
	d.write(rows[0]) // in the same file
	var text strings.Builder
	if err := taken.write(&text); err == nil {
		t.Errorf("got %s", text.String())
	}
}

func TestNothingIsShownThatMasksMatch(t *testing.T) {
	t.Parallel()
	run := sample.Mixed()
	run.Report.Start.Settings = map[string]string{"note": "hush-123"}
	d, rows := newDesk(t, regexp.MustCompile(`hush-\d+`)), rowsOf(t, run)
	d.write(strings.ReplaceAll(joined(rows[:len(rows)-2]), "expense", "hush-42"))
	d.looks()
	d.is(running)
	said := string(bytes.Join(asBytes(d.ask("", 0).Messages), nil)) + fmt.Sprint(d.lastRead.Status, d.told)
	for n := range d.board.rows {
		said += d.details(n)
	}
	if strings.Contains(said, "hush") || !strings.Contains(said, "[redacted]") {
		t.Errorf("got %.2000s", said)
	}
	two := newDesk(t, regexp.MustCompile(`"?[a-z-]+"?`))
	two.write(joined(rows[:len(rows)-2]))
	two.looks()
	two.is(faulty)
}

func asBytes(messages []json.RawMessage) [][]byte {
	var texts [][]byte
	for _, m := range messages {
		texts = append(texts, m)
	}
	return texts
}

func TestWhatWasReadIsNotReadAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	large := sample.Large(40, 2, 32<<10)
	rows := rowsOf(t, large)
	d.write(joined(rows[:len(rows)/2]))
	d.looks()
	read := d.edition.past.Read()
	for _, row := range rows[len(rows)/2:] {
		d.add(row)
		d.looks()
		if now := d.edition.past.Read(); now != read+int64(len(row)) {
			t.Fatalf("%d bytes were read of a row of %d", now-read, len(row))
		}
		read = d.edition.past.Read()
	}
	d.is(ended)
}
