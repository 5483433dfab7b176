package cli_test

import (
	"io"
	"net"
	"net/http"
	"regexp"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// unusedPort is a port that nobody listens on.
func unusedPort(env *testscript.Env) string {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err == nil {
		err = l.Close()
	}
	if err != nil {
		env.T().Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// viewed waits until what the view at $PORT tells a page matches: viewed REGEX.
func viewed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: viewed regex")
	}
	want := regexp.MustCompile(args[0])
	end := time.Now().Add(20 * time.Second)
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for said := "nothing"; ; <-again.C {
		if resp, err := http.Get("http://127.0.0.1:" + ts.Getenv("PORT") + "/feed"); err == nil {
			text, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if said = string(text); want.MatchString(said) {
				return
			}
		}
		if time.Now().After(end) {
			ts.Fatalf("no %s in %.3000s", args[0], said)
		}
	}
}
