package live

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/redact"
)

// Options are what a view is of, and whom it tells. None but Clean may be left
// out.
type Options struct {
	Path     string            // of the report
	Name     string            // the path as people know it
	Port     int               // 0 is any that is free
	Clean    *redact.Redactor  // what nobody is shown, nil for all
	Now      func() time.Time  // to tell how long a run has been silent
	Say      func(line string) // what became of the report, from one goroutine
	Complain func(error)       // why it cannot be read, from the same
}

// View is a report that is served.
type View struct {
	listener net.Listener
	follower *follower
	handler  http.Handler
}

// Open reads what stands at the path, and begins to listen. A report that is
// not there, or not whole, is waited for; one that is wrong is an error, which
// has a line for each thing that is. What is opened is closed by [View.Serve],
// which must be called.
func Open(ctx context.Context, o Options) (*View, error) {
	b := newBoard(status{State: waiting, File: o.Name, AgainMS: pause.Milliseconds()})
	v := &View{follower: &follower{path: o.Path, name: o.Name, clean: o.Clean, now: o.Now, say: o.Say, complain: o.Complain, board: b, began: o.Now()}}
	// It listens on no other address, whatever is asked for.
	var err error
	if v.listener, err = new(net.ListenConfig).Listen(ctx, "tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(o.Port))); err != nil {
		return nil, fmt.Errorf("cannot listen on port %d of this machine: %w (choose another with --port, or none)", o.Port, bare(err))
	}
	inner, err := pages(o.Name, b)
	if err == nil {
		err = v.follower.first(ctx)
	}
	if err != nil {
		v.follower.close()
		return nil, errors.Join(err, v.listener.Close())
	}
	v.handler = newGuard(v.port(), inner)
	return v, nil
}

func (v *View) port() int {
	address, _ := v.listener.Addr().(*net.TCPAddr)
	return address.Port
}

// Address is where a browser finds the page.
func (v *View) Address() string { return "http://" + v.listener.Addr().String() + "/" }

// shutdown is how long answers that are on their way may take at the end.
const shutdown = 300 * time.Millisecond

// Serve answers and follows the report until the context ends, and has ended
// all it started when it returns.
func (v *View) Serve(ctx context.Context) error {
	defer v.follower.close()
	var answering sync.RWMutex // read by every answer, so that none is left behind
	server := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answering.RLock()
			defer answering.RUnlock()
			v.handler.ServeHTTP(w, r)
		}),
		DisableGeneralOptionsHandler: true, // OPTIONS * is for the guard too
		ReadHeaderTimeout:            10 * time.Second, IdleTimeout: time.Minute, WriteTimeout: 10 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var both sync.WaitGroup
	both.Go(func() { v.follower.run(ctx) })
	served := make(chan error, 1)
	both.Go(func() {
		served <- server.Serve(v.listener)
		stop()
	})
	<-ctx.Done()
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdown)
	defer cancel()
	if server.Shutdown(within) != nil {
		_ = server.Close() // whoever still reads has to do without the rest
	}
	both.Wait()
	answering.Lock() // the last answers have seen that nobody listens
	defer answering.Unlock()
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("the page is not served any more: %w", bare(err))
	}
	return nil
}

// bare is the error without the address and the system's word for what was
// done, which stand beside it.
func bare(err error) error {
	var call *os.SyscallError
	if errors.As(err, &call) {
		return call.Err
	}
	return err
}
