// Package outcome says in one line what became of something that was to be
// published: it is a value, never an error, because trouble with publishing
// changes no verdict and ends no run. It asks nobody and refuses to hide
// anything: what was not published says why.
package outcome

// Kind is what happened.
type Kind string

// The kinds.
const (
	Posted    Kind = "posted"
	Updated   Kind = "updated"
	Unchanged Kind = "unchanged"
	Skipped   Kind = "skipped" // not done on purpose, or because the token only reads
	Failed    Kind = "failed"  // it should have been done
)

// Outcome is what became of one publication.
type Outcome struct {
	Kind Kind
	Why  string // a clause; never empty when skipped or failed
	URL  string // of what stands on GitHub now; "" when there is none, or it is not known
	// ReadOnly says that the token lacks a permission, which is worth one
	// notice for the whole run.
	ReadOnly bool
	// Partly says that something of it was not done, which Why tells.
	Partly bool
}

// String is the kind and the reason, as "skipped: nothing changed".
func (o Outcome) String() string {
	if o.Why == "" {
		return string(o.Kind)
	}
	return string(o.Kind) + ": " + o.Why
}

// Skip is something that was not done, and why.
func Skip(why string) Outcome { return Outcome{Kind: Skipped, Why: why} }

// Fail is something that could not be done, and why.
func Fail(why string) Outcome { return Outcome{Kind: Failed, Why: why} }
