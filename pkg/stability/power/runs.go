package power

// exhaustive is up to how many trials each number is tried.
const exhaustive = 256

// Runs is the least number of trials, from 1 to most, with which a design finds
// the drop with this power, and 0 when none does. Of is the design of a number
// of trials.
//
// Power does not rise evenly: one trial more can be one too many for the same
// number of failures to tell. So all numbers are tried that are few, or near
// enough to the least one that such a step matters. Where a step is less than a
// point, which takes many hundreds of trials, the number is found by halving,
// and a slightly smaller one may do as well.
func Runs(of func(runs int) Design, drop, power float64, most int) int {
	found := func(runs int) bool { return of(runs).Power(drop) >= power }
	for n := 1; n <= min(exhaustive, most); n++ {
		if found(n) {
			return n
		}
	}
	low, high := exhaustive, exhaustive
	for !found(high) {
		if high >= most {
			return 0
		}
		low, high = high, min(2*high, most)
	}
	for high-low > 1 {
		middle := (low + high) / 2
		d := of(middle)
		near := d.Power(drop)
		if step := d.step(drop); step >= 1 {
			near += step
		}
		if near < power {
			low = middle
		} else {
			high = middle
		}
	}
	for !found(high) { // within a step of it
		high++
	}
	return high
}

// step is by how much the power would rise if one more trial could pass after,
// and the case still count as regressed.
func (d Design) step(drop float64) float64 {
	rate, sum := max(0, d.rate-drop/100), 0.0
	for _, o := range d.outcomes {
		if o.most+1 <= d.head {
			sum += o.weight * exactly(d.head, o.most+1, rate)
		}
	}
	return 100 * sum
}
