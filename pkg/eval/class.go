package eval

import "strings"

// Class is the stability of a case by its pass rate.
type Class string

// The classes, best first. Undetermined is the class of a case that was not
// run often enough to tell, or not at all.
const (
	Stable         Class = "stable"
	MostlyStable   Class = "mostly_stable"
	Unstable       Class = "unstable"
	HighlyUnstable Class = "highly_unstable"
	Undetermined   Class = "undetermined"
)

// ClassOf is the class of a pass rate of passed out of runs trials: 100 is
// stable, from 80 mostly stable, from 50 unstable. No trials are
// undetermined.
func ClassOf(passed, runs int) Class {
	switch {
	case runs == 0:
		return Undetermined
	case passed == runs:
		return Stable
	case passed*100 >= 80*runs:
		return MostlyStable
	case passed*100 >= 50*runs:
		return Unstable
	default:
		return HighlyUnstable
	}
}

// Floor is the least pass rate of the class, 0 to 100.
func (c Class) Floor() float64 {
	switch c {
	case Stable:
		return 100
	case MostlyStable:
		return 80
	case Unstable:
		return 50
	default:
		return 0
	}
}

// Classes are the classes a case can have, best first.
func Classes() []Class {
	return []Class{Stable, MostlyStable, Unstable, HighlyUnstable}
}

// Words is the class as people say it.
func (c Class) Words() string { return strings.ReplaceAll(string(c), "_", " ") }

// Below reports whether c is a worse class than o. Undetermined is below
// every other.
func (c Class) Below(o Class) bool { return c.rank() > o.rank() }

func (c Class) rank() int {
	classes := Classes()
	for i, known := range classes {
		if c == known {
			return i
		}
	}
	return len(classes)
}
