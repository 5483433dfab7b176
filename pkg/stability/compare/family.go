package compare

import "github.com/surefoot-dev/surefoot/pkg/eval"

// pair is a case that was to run on both sides.
type pair struct {
	base, head sample
	outside    bool // in quarantine, so that nothing of it may move what others come to
	down, up   direction

	rule  eval.Rule // of a regression, by the scored trials
	must  bool      // that is so whatever unknown trials would have done
	could bool      // that would be so if they had done their worst
	rose  bool      // it would be a regression the other way round, whatever they would have done
}

// direction is the test of one way in which the case may have gone.
type direction struct {
	p         float64
	tested    bool    // in the family
	family    int     // how many are tested together, with this one
	corrected float64 // 1 outside of it
	surely    float64 // no smaller whatever unknown trials would have done
}

func (p *pair) unknown() int { return p.base.unknown + p.head.unknown }

// settle compares all pairs. Those in quarantine are apart: none of their trials
// may change a verdict, so that the others are corrected without them.
func settle(pairs []*pair) {
	var asked, outside []*pair
	for _, p := range pairs {
		if p.outside {
			outside = append(outside, p)
		} else {
			asked = append(asked, p)
		}
	}
	together(asked)
	together(outside)
}

// together compares pairs that are corrected for each other. The test is made in
// both directions, each of which is a family of its own, so that what is a
// regression one way round is an improvement the other.
func together(pairs []*pair) {
	whole := true
	for _, p := range pairs {
		whole = whole && p.head.absent == 0 && p.base.absent == 0
	}
	family(pairs, func(p *pair) (from, to sample, d *direction) { return p.base, p.head, &p.down })
	family(pairs, func(p *pair) (from, to sample, d *direction) { return p.head, p.base, &p.up })
	for _, p := range pairs {
		p.settle(whole)
	}
}

// family corrects the probabilities of one direction twice: of the scored
// trials, and so that no unknown trial can make the family larger or one of
// them greater. A case that is called by the second is called whatever happens,
// since Holm's correction calls no fewer when probabilities fall.
func family(pairs []*pair, way func(*pair) (from, to sample, d *direction)) {
	var tested, sure []*direction
	var raw, most []float64
	for _, p := range pairs {
		from, to, d := way(p)
		*d = direction{p: worse(from.Count, to.Count), tested: testable(from.Count, to.Count), corrected: 1, surely: 1}
		if d.tested {
			tested, raw = append(tested, d), append(raw, d.p)
		}
		if d.tested || p.unknown() > 0 {
			sure, most = append(sure, d), append(most, worse(from.worst(), to.best()))
		}
	}
	for _, p := range pairs {
		_, _, d := way(p)
		if d.family = len(tested); !d.tested {
			d.family++
		}
	}
	for i, corrected := range holm(raw) {
		tested[i].corrected = corrected
	}
	for i, corrected := range holm(most) {
		sure[i].surely = corrected
	}
}

// settle asks of the scored trials, and then with the unknown ones at their
// best and at their worst. Where none of the case is unknown, those of other
// cases could only move the correction, which counts while trials are missing.
func (p *pair) settle(whole bool) {
	p.rule = Drop(p.base.Count, p.head.Count, p.down.corrected)
	p.must, p.could = p.rule != "", p.rule != ""
	p.rose = Drop(p.head.Count, p.base.Count, p.up.corrected) != ""
	if p.unknown() == 0 && whole {
		return
	}
	p.must = p.must && Drop(p.base.worst(), p.head.best(), p.down.surely) != ""
	p.could = p.could || Drop(p.base.best(), p.head.worst(), worse(p.base.best(), p.head.worst())) != ""
	p.rose = p.rose && Drop(p.head.worst(), p.base.best(), p.up.surely) != ""
}

// shown is the test of the way in which the case's rate moved: the probability
// and the corrected one, nil where there is none.
func (p *pair) shown() (raw, corrected *float64) {
	base, head := p.base.Count, p.head.Count
	var d *direction
	switch {
	case base.Scored == 0 || head.Scored == 0 || base.Scored == 1 && head.Scored == 1:
		return nil, nil
	case fell(base, head):
		d = &p.down
	case fell(head, base):
		d = &p.up
	default:
		return nil, nil
	}
	if !d.tested {
		return &d.p, nil
	}
	return &d.p, &d.corrected
}
