package power

// exhaustive is up to how many trials each number is tried. Beyond, power is
// even enough to go in leaps.
const exhaustive = 256

// Runs is the least number of trials, from 1 to most, with which a design finds
// the drop with this power, and 0 when none does. Of is the design of a number
// of trials.
//
// Power does not rise evenly: one trial more can be one too many for the same
// number of failures to tell. So all numbers are tried near the least one.
func Runs(of func(runs int) Design, drop, power float64, most int) int {
	found := func(runs int) float64 { return of(runs).Power(drop) }
	for n := 1; n <= min(exhaustive, most); n++ {
		if found(n) >= power {
			return n
		}
	}
	low, high := exhaustive, exhaustive
	for found(high) < power {
		if high >= most {
			return 0
		}
		low, high = high, min(2*high, most)
	}
	for near := power - 10; high-low > 1; { // steps are smaller than this, where so many trials are needed
		if middle := (low + high) / 2; found(middle) < near {
			low = middle
		} else {
			high = middle
		}
	}
	for n := max(low, exhaustive) + 1; n <= most; n++ {
		if found(n) >= power {
			return n
		}
	}
	return 0
}
