package script

import (
	"runtime"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"
)

const (
	memoryTick = 10 * time.Millisecond
	// memoryPatience is how long a VM that was stopped has to let go of its
	// memory before the next one is.
	memoryPatience = 500 * time.Millisecond
)

// memory watches the heap while scripts run. The heap is the process's: what
// a single VM holds is not known, so above the limit the one that has been
// running longest without a pause is stopped, then the next. The calls that
// wait for their scripts do the watching, so there is no goroutine for it.
type memory struct {
	limit uint64
	floor uint64
	epoch time.Time // of the VMs' since

	mu      sync.Mutex
	running map[*VM]struct{}

	watch   sync.Mutex // held by the call that looks
	victim  *VM
	stopped time.Time // when the victim was
}

func (m *memory) enter(vm *VM) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running[vm] = struct{}{}
}

func (m *memory) leave(vm *VM) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.running, vm)
}

// look stops a VM when the heap is too large. Each call that lasts does it at
// every tick.
func (m *memory) look() {
	if !m.watch.TryLock() {
		return
	}
	defer m.watch.Unlock()
	if !m.exceeded() {
		m.victim = nil
		return
	}
	if m.victim != nil && m.victim.since.Load() != 0 && time.Since(m.stopped) < memoryPatience {
		return
	}
	// Much of the heap may be garbage; nobody is stopped for that.
	runtime.GC()
	if !m.exceeded() {
		return
	}
	if m.victim = m.longest(); m.victim != nil {
		m.stopped = time.Now()
		m.victim.halt(&halt{
			kind:    Memory,
			message: "script memory: scripts hold more than " + strconv.FormatUint(m.limit>>20, 10) + " MiB",
		})
	}
}

// longest is the VM whose slice began first and that was not stopped yet.
func (m *memory) longest() *VM {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found *VM
	var oldest int64
	for vm := range m.running {
		if since := vm.since.Load(); since != 0 && vm.halted.Load() == nil && (found == nil || since < oldest) {
			found, oldest = vm, since
		}
	}
	return found
}

func (m *memory) exceeded() bool { return heapBytes() > m.floor+m.limit }

// heapBytes is what objects take on the heap, garbage included.
func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
