package live

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// served is a view that is served, and its report.
type served struct {
	t       *testing.T
	path    string
	address string
	end     func() error // waits until it has ended, once

	mu   sync.Mutex
	said []string
}

func serve(t *testing.T, text string) *served {
	t.Helper()
	s := &served{t: t, path: filepath.Join(t.TempDir(), "run.jsonl")}
	if text != "" {
		if err := os.WriteFile(s.path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	v, err := Open(t.Context(), s.options(0))
	if err != nil {
		t.Fatal(err)
	}
	s.start(v)
	return s
}

func (s *served) options(port int) Options {
	note := func(line string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.said = append(s.said, line)
	}
	return Options{Path: s.path, Name: "run.jsonl", Port: port, Now: time.Now, Say: note, Complain: func(err error) { note(err.Error()) }}
}

func (s *served) start(v *View) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- v.Serve(ctx) }()
	s.address = v.Address()
	s.end = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	s.t.Cleanup(func() {
		if err := s.end(); err != nil {
			s.t.Error(err)
		}
	})
}

// get asks as a page does.
func (s *served) get(path string) (int, http.Header, string) {
	s.t.Helper()
	resp, err := http.Get(s.address + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(text)
}

// until asks for all there is until the answer has a text.
func (s *served) until(want string) string {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 20*time.Second)
	defer cancel()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		_, _, text := s.get("feed")
		if strings.Contains(text, want) {
			return text
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			s.t.Fatalf("no %s in %.2000s", want, text)
		}
	}
}

func TestAViewFollowsARunFromBeforeItBeginsToItsEnd(t *testing.T) {
	t.Parallel()
	s, rows := serve(t, ""), rowsOf(t, sample.Passed())
	s.until(`"state":"waiting"`)
	f, err := os.Create(s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	write := func(text string) {
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	write(rows[0] + rows[1])
	s.until(`"verdict":"","why":"1 of `)
	write(joined(rows[2 : len(rows)-1]))
	if text := s.until(`"verdict":"","why":"1 of 1 trial`); strings.Contains(text, `"verdict":"passed"`) {
		t.Errorf("it has a verdict before its end: %s", text)
	}
	write(rows[len(rows)-1])
	text := s.until(`"state":"ended"`)
	if !strings.Contains(text, `"verdict":"passed"`) {
		t.Errorf("got %s", text)
	}
	if err := s.end(); err != nil {
		t.Error(err)
	}
	want := []string{"waiting for run.jsonl: it is not there yet", "run.jsonl: passed: the one case passed"}
	if fmt.Sprint(s.said) != fmt.Sprint(want) {
		t.Errorf("said %q, want %q", s.said, want)
	}
}

func TestAReportThatIsWrongIsNotServed(t *testing.T) {
	t.Parallel()
	rows := rowsOf(t, sample.Passed())
	for name, tt := range map[string]struct{ text, want string }{
		"no report":     {"once upon a time\n", `run.jsonl:1: not a .jsonl or .json report: its first row is not of type "start"`},
		"a broken row":  {rows[0] + "{]\n", "run.jsonl:2: not a row of a report"},
		"a row is lost": {rows[0] + rows[len(rows)-2] + rows[len(rows)-1], "run.jsonl:2: the report is not whole"},
		"a folder":      {"", `cannot read report "run.jsonl": it is a folder`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &served{t: t, path: filepath.Join(t.TempDir(), "run.jsonl")}
			err := os.WriteFile(s.path, []byte(tt.text), 0o600)
			if tt.text == "" {
				s.path = filepath.Dir(s.path)
			}
			if err != nil {
				t.Fatal(err)
			}
			if v, err := Open(t.Context(), s.options(0)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got %v, %v\nwant %s", v, err, tt.want)
			}
		})
	}
}

func TestAPortThatIsTakenIsSaid(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	_, port, _ := strings.Cut(strings.Trim(s.address, "/"), "127.0.0.1:")
	var n int
	if _, err := fmt.Sscan(port, &n); err != nil {
		t.Fatal(err)
	}
	other := &served{t: t, path: s.path}
	if _, err := Open(t.Context(), other.options(n)); err == nil || !strings.Contains(err.Error(), "cannot listen on port "+port) || !strings.Contains(err.Error(), "--port") {
		t.Errorf("got %v", err)
	}
	// Whoever takes the place of a view goes on for its pages.
	if err := s.end(); err != nil {
		t.Fatal(err)
	}
	v, err := Open(t.Context(), other.options(n))
	if err != nil {
		t.Fatal(err)
	}
	other.start(v)
	if other.address != s.address {
		t.Errorf("it is at %s, was at %s", other.address, s.address)
	}
	other.until(`"state":"waiting"`)
}

func TestNobodyElseIsAnswered(t *testing.T) {
	t.Parallel()
	rows := rowsOf(t, sample.Passed())
	s := serve(t, joined(rows))
	run := s.until(`"state":"ended"`)[len(`{"run":"`):][:26]
	host := strings.TrimSuffix(strings.TrimPrefix(s.address, "http://"), "/")
	_, port, _ := strings.Cut(host, ":")
	for name, tt := range map[string]struct {
		method, path, host string
		header             map[string]string
		code               int
	}{
		"the page":                    {"GET", "", host, nil, 200},
		"the page by another name":    {"GET", "", "localhost:" + port, nil, 200},
		"the page, asked of IPv6":     {"GET", "", "[::1]:" + port, nil, 200},
		"the head of the page":        {"HEAD", "", host, nil, 200},
		"the feed":                    {"GET", "feed", host, map[string]string{"Origin": "http://" + host, "Sec-Fetch-Site": "same-origin"}, 200},
		"a case":                      {"GET", "feed/" + run + "/0", host, nil, 200},
		"the head of a case":          {"HEAD", "feed/" + run + "/0", host, nil, 200},
		"a link of another page":      {"GET", "", host, map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 200},
		"a name that was bound to us": {"GET", "feed", "evil.example:" + port, nil, 403},
		"a name like ours":            {"GET", "", "localhost.evil.example:" + port, nil, 403},
		"no port":                     {"GET", "", "localhost", nil, 403},
		"another port":                {"GET", "", "localhost:1", nil, 403},
		"another origin":              {"GET", "feed", host, map[string]string{"Origin": "http://evil.example"}, 403},
		"an origin of another port":   {"GET", "feed", host, map[string]string{"Origin": "http://localhost:1"}, 403},
		"an origin that is none":      {"GET", "feed", host, map[string]string{"Origin": "null"}, 403},
		"an origin that is empty":     {"GET", "feed", host, map[string]string{"Origin": ""}, 403},
		"a page of others":            {"GET", "feed", host, map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 403},
		"a page of this machine":      {"GET", "feed/" + run + "/0", host, map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		"the page as part of another": {"GET", "", host, map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		"who writes":                  {"POST", "feed", host, nil, 405},
		"who takes away":              {"DELETE", "", host, nil, 405},
		"who asks what is allowed":    {"OPTIONS", "feed", host, map[string]string{"Origin": "http://evil.example", "Access-Control-Request-Method": "GET"}, 403},
		"the report itself":           {"GET", "run.jsonl", host, nil, 404},
		"something of the disk":       {"GET", "feed/../../../etc/passwd", host, nil, 404},
		"a case that is not there":    {"GET", "feed/" + run + "/1", host, nil, 404},
		"a case before the first":     {"GET", "feed/" + run + "/-1", host, nil, 404},
		"a case that is no number":    {"GET", "feed/" + run + "/0x0", host, nil, 404},
		"a case of another run":       {"GET", "feed/other/0", host, nil, 404},
		"a state that is no number":   {"GET", "feed?run=" + run + "&at=now", host, nil, 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := http.NewRequest(tt.method, s.address+tt.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = tt.host
			for key, value := range tt.header {
				r.Header[key] = []string{value}
			}
			once := &http.Transport{DisableKeepAlives: true}
			resp, err := once.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, _ := io.ReadAll(resp.Body)
			if resp.StatusCode != tt.code && (tt.code != 404 || resp.StatusCode != 307) {
				t.Errorf("answered %d, want %d", resp.StatusCode, tt.code)
			}
			for key, want := range map[string]string{
				"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
				"Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer", "Access-Control-Allow-Origin": "",
			} {
				if got := resp.Header.Get(key); got != want {
					t.Errorf("%s is %q, want %q", key, got, want)
				}
			}
			policy := resp.Header.Get("Content-Security-Policy")
			if !strings.HasPrefix(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || tt.code == 200 && tt.path == "" && !strings.Contains(policy, "connect-src 'self'") {
				t.Errorf("its policy is %q", policy)
			}
			if tt.code != 200 && (bytes.Contains(body, []byte("expense")) || bytes.Contains(body, []byte("root:"))) {
				t.Errorf("it was told %s", body)
			}
		})
	}
}

// TestTheServerAsAWholeIsForNobodyElse: a request may be of no page at all.
func TestTheServerAsAWholeIsForNobodyElse(t *testing.T) {
	t.Parallel()
	s := serve(t, joined(rowsOf(t, sample.Passed())))
	host := strings.TrimSuffix(strings.TrimPrefix(s.address, "http://"), "/")
	for name, want := range map[string]int{"evil.example": 403, host: 405} {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, "OPTIONS * HTTP/1.1\r\nHost: "+name+"\r\nConnection: close\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s is answered %d, want %d", name, resp.StatusCode, want)
		}
	}
}

func TestOnlyThisMachineIsListenedTo(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	host, port, err := net.SplitHostPort(strings.TrimSuffix(strings.TrimPrefix(s.address, "http://"), "/"))
	if err != nil || host != "127.0.0.1" {
		t.Fatalf("it is at %s, %v", s.address, err)
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	others := []string{"127.0.0.2"} // this machine too, and not what was listened on
	for _, address := range addresses {
		if ip, ok := address.(*net.IPNet); ok && !ip.IP.IsLoopback() && !ip.IP.IsLinkLocalUnicast() {
			others = append(others, ip.IP.String())
		}
	}
	for _, other := range others {
		if conn, err := net.DialTimeout("tcp", net.JoinHostPort(other, port), 5*time.Second); err == nil {
			conn.Close()
			t.Errorf("it listens on %s too", other)
		}
	}
}

func TestTheEndWaitsForNoReader(t *testing.T) {
	t.Parallel()
	large := sample.Large(1, 400, 64<<10)
	s := serve(t, joined(rowsOf(t, large)))
	text := s.until(`"messages":[{`)
	run := text[len(`{"run":"`):][:26]
	host := strings.TrimSuffix(strings.TrimPrefix(s.address, "http://"), "/")
	for range 3 { // who asks for much, and reads only how it begins
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "GET /feed/%s/0 HTTP/1.1\r\nHost: %s\r\n\r\n", run, host)
		if _, err := io.ReadFull(conn, make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
	}
	half, err := net.Dial("tcp", host) // who never says what it wants
	if err != nil {
		t.Fatal(err)
	}
	defer half.Close()
	fmt.Fprint(half, "GET /")
	// Others are answered meanwhile, and what is new is read.
	s.until(`"messages":[{`)
	began := time.Now()
	if err := s.end(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 2*time.Second { // one, and one for a busy machine
		t.Errorf("it took %s to end", took)
	}
}

func TestACaseThatCannotBeReadToItsEndIsCut(t *testing.T) {
	t.Parallel()
	rows := rowsOf(t, sample.Mixed())
	s := serve(t, joined(rows[:3]))
	run := s.until(`"messages":[{`)[len(`{"run":"`):][:26]
	if err := os.Truncate(s.path, int64(len(rows[0]))+20); err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(s.address + "feed/" + run + "/0")
	if err != nil {
		return // cut before it began
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); err == nil && resp.StatusCode == http.StatusOK {
		t.Errorf("it looks whole: %s", text)
	}
}

func TestThePageIsAShellWithTheFeed(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	var want bytes.Buffer
	if err := html.Shell(&want, "run.jsonl", "feed"); err != nil {
		t.Fatal(err)
	}
	code, header, text := s.get("")
	if code != 200 || header.Get("Content-Type") != "text/html; charset=utf-8" || text != want.String() {
		t.Errorf("got %d, %v, %.200s", code, header, text)
	}
}
