package script_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

func TestMain(m *testing.M) {
	// The pattern library's clock stops by itself, two seconds after the last match.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("time.Sleep"), goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"))
}

// app writes files into a folder and makes an engine for it.
func app(t testing.TB, files map[string]string) *script.Engine {
	t.Helper()
	return engine(t, script.Options{Root: folder(t, files)})
}

func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func engine(t testing.TB, o script.Options) *script.Engine {
	t.Helper()
	e, err := script.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// open compiles and opens main.ts.
func open(t testing.TB, e *script.Engine) *script.VM {
	t.Helper()
	p := compile(t, e)
	vm, err := p.Open(limited(t), nil)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(vm.Close)
	return vm
}

func compile(t testing.TB, e *script.Engine) *script.Program {
	t.Helper()
	p, problems := e.Compile("main.ts")
	for _, problem := range problems {
		t.Errorf("problem: %v", problem)
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

// single opens a script of one file.
func single(t testing.TB, text string) *script.VM {
	t.Helper()
	return open(t, app(t, map[string]string{"main.ts": text}))
}

// limited is a context that ends no test early and no hang late.
func limited(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// brief is a context that ends soon, for what does not end by itself.
func brief(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}

func data(raw string) script.Arg { return script.Arg{Value: eval.Trusted(raw)} }

// failure calls a function that must fail.
func failure(ctx context.Context, t testing.TB, vm *script.VM, name string, args ...script.Arg) *script.Error {
	t.Helper()
	v, err := vm.Call(ctx, name, args...)
	var e *script.Error
	if !errors.As(err, &e) {
		t.Fatalf("%s: got %q and error %v, want a *script.Error", name, v.Raw(), err)
	}
	return e
}

// returns calls a function that must give JSON.
func returns(t testing.TB, vm *script.VM, want, name string, args ...script.Arg) {
	t.Helper()
	v, err := vm.Call(limited(t), name, args...)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if v.Raw() != want {
		t.Errorf("%s: got %s, want %s", name, v.Raw(), want)
	}
}
