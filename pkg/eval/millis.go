package eval

import (
	"math"
	"strconv"
	"time"
)

// Millis is a duration that stands in JSON as milliseconds with at most three
// decimals.
type Millis time.Duration

// Duration is the same span as time.Duration.
func (m Millis) Duration() time.Duration { return time.Duration(m) }

// Float is the span in milliseconds.
func (m Millis) Float() float64 {
	return float64(time.Duration(m).Microseconds()) / 1000
}

// MarshalJSON writes milliseconds.
func (m Millis) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, m.Float(), 'f', -1, 64), nil
}

// UnmarshalJSON reads milliseconds, rounded to the decimals MarshalJSON
// writes.
func (m *Millis) UnmarshalJSON(data []byte) error {
	f, err := strconv.ParseFloat(string(data), 64)
	if err != nil {
		return err
	}
	*m = Millis(math.Round(f*1000)) * Millis(time.Microsecond)
	return nil
}
