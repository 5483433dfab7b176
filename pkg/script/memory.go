package script

import (
	"runtime"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"
)

const (
	memoryTick = 2 * time.Millisecond
	// memoryPatience is how long a VM that was stopped has to let go of its
	// memory before the next one is.
	memoryPatience = 500 * time.Millisecond
	// memoryJump is the part of the limit, one in so many, that no script takes
	// between two looks but with a single object: a text or a list that is
	// doubled again and again. Collecting garbage would last longer than the
	// next doubling, so such a script is stopped at once.
	// Copying a large object can hold up all goroutines, the looks too.
	memoryJump = 2
)

// memory watches the heap while scripts run. The heap is the process's: what
// a single VM holds is not known, so above the limit the one that has been
// running longest without a pause is stopped, then the next. The calls that
// wait for their scripts do the watching, so there is no goroutine for it.
//
// What the process held before the first VM was opened, and before each VM
// that is opened while no other is, counts as its own.
type memory struct {
	limit uint64
	epoch time.Time // of the VMs' since

	mu      sync.Mutex
	floor   uint64 // what is not the scripts'
	open    int    // VMs that were not closed yet
	running map[*VM]struct{}
	last    uint64 // heap that was seen while calls run

	watch   sync.Mutex // held by the call that looks
	victim  *VM
	stopped time.Time // when the victim was
}

// opens counts a VM that is about to run.
func (m *memory) opens() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.open == 0 {
		m.floor = heapBytes()
	}
	m.open++
}

// closes counts a VM that will not run again.
func (m *memory) closes() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.open--
}

func (m *memory) enter(vm *VM) {
	heap := heapBytes()
	m.mu.Lock()
	defer m.mu.Unlock()
	vm.heap = heap
	if len(m.running) == 0 {
		m.last = heap
	}
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
	heap, exceeded, jumped := m.measure()
	if !exceeded {
		m.victim = nil
		return
	}
	if m.victim != nil && m.victim.since.Load() != 0 && time.Since(m.stopped) < memoryPatience {
		return
	}
	if !jumped {
		// Much of the heap may be garbage; nobody is stopped for that.
		runtime.GC()
		if heap, exceeded, _ = m.measure(); !exceeded {
			return
		}
	}
	if m.victim = m.longest(heap); m.victim != nil {
		m.stopped = time.Now()
		m.victim.halt(&halt{
			kind:    Memory,
			message: "script memory: scripts hold more than " + strconv.FormatUint(m.limit>>20, 10) + " MiB",
		})
	}
}

// suspicion is the part of the limit, one in so many, by which the heap must
// have grown since a call began for the call to be stopped.
const suspicion = 8

// longest is the VM whose slice began first and that was not stopped yet. A
// call that did not see the heap grow is left alone: somebody else's memory is
// above the limit, the process's own or that of a script that pauses. At twice
// the limit that no longer counts.
func (m *memory) longest(heap uint64) *VM {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found *VM
	var oldest int64
	for vm := range m.running {
		grew := heap >= vm.heap+m.limit/suspicion || heap > m.floor+2*m.limit
		if since := vm.since.Load(); grew && since != 0 && vm.halted.Load() == nil && (found == nil || since < oldest) {
			found, oldest = vm, since
		}
	}
	return found
}

// measure is the heap, whether it is above the limit, and whether it grew by
// one large object since the last time. What was garbage when a level was
// taken is not, once it has been collected.
func (m *memory) measure() (heap uint64, exceeded, jumped bool) {
	heap = heapBytes()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.floor = min(m.floor, heap)
	for vm := range m.running {
		vm.heap = min(vm.heap, heap)
	}
	jumped = heap > m.last+m.limit/memoryJump
	m.last = heap
	return heap, heap > m.floor+m.limit, jumped
}

// heapBytes is what objects take on the heap, garbage included.
func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
