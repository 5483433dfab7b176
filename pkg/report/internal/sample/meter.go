package sample

import "runtime"

// meter counts what is written, and weighs the heap every few megabytes.
type meter struct {
	base, peak, written, next int64
}

func (m *meter) Write(b []byte) (int, error) {
	const every = 4 << 20
	if m.written += int64(len(b)); m.written >= m.next {
		m.next = m.written + every
		m.peak = max(m.peak, heap()-m.base)
	}
	return len(b), nil
}

// heap is what is live now.
func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
