package artifact_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
)

// noise is bytes that do not compress: a stretch of random ones, longer than
// deflate looks back, again and again.
type noise struct {
	stretch []byte
	at      int
}

func newNoise(size int64) io.ReadCloser {
	n := &noise{stretch: make([]byte, 100_003)}
	_, _ = rand.NewChaCha8([32]byte{}).Read(n.stretch)
	return io.NopCloser(io.LimitReader(n, size))
}

func (n *noise) Read(p []byte) (int, error) {
	k := copy(p, n.stretch[n.at:])
	n.at = (n.at + k) % len(n.stretch)
	return k, nil
}

func TestMemoryDoesNotGrowWithTheFile(t *testing.T) { //nolint:paralleltest // it looks at the memory of the process
	var blocks, received atomic.Int64
	sum := sha256.New()
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch op := opOf(r); op {
		case "CreateArtifact":
			blocks.Store(0)
			received.Store(0)
			sum.Reset()
			io.WriteString(w, `{"ok":true,"signed_upload_url":"`+server.URL+`/x?sig=signature"}`)
		case "block":
			n, err := io.Copy(sum, r.Body)
			if err != nil || n > 8<<20 {
				t.Errorf("a block of %d bytes, error %v", n, err)
			}
			blocks.Add(1)
			received.Add(n)
			w.WriteHeader(http.StatusCreated)
		case "blocklist":
			w.WriteHeader(http.StatusCreated)
		case "FinalizeArtifact":
			body, err := io.ReadAll(r.Body)
			if want := hex.EncodeToString(sum.Sum(nil)); err != nil || !strings.Contains(string(body), want) {
				t.Errorf("finalized with %s, want %s", body, want)
			}
			io.WriteString(w, `{"ok":true,"artifact_id":"1"}`)
		default:
			t.Errorf("asked for %s", op)
		}
	}))
	defer server.Close()
	c, err := artifact.New(artifact.Options{
		ResultsURL: server.URL, RuntimeToken: token(githubRun, githubJob), HTTP: server.Client(), Now: time.Now, Temp: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	uploads := map[int64]func(artifact.File) (artifact.Result, error){
		100 << 20: func(f artifact.File) (artifact.Result, error) {
			return c.UploadRaw(t.Context(), "big", f, "text/plain")
		},
		12 << 20: func(f artifact.File) (artifact.Result, error) {
			return c.Upload(t.Context(), "big", []artifact.File{f})
		},
	}
	for size, upload := range uploads {
		big := artifact.File{Name: "big", Size: size, Open: func() (io.ReadCloser, error) { return newNoise(size), nil }}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := upload(big)
		runtime.ReadMemStats(&after)
		if err != nil || got.Size != received.Load() || got.Size < size || blocks.Load() != (got.Size+8<<20-1)/(8<<20) {
			t.Errorf("%+v of %d bytes in %d blocks, error %v", got, received.Load(), blocks.Load(), err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
			t.Errorf("%d MiB of memory for %d MiB", used>>20, size>>20)
		}
	}
}
