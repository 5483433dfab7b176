package live

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/report/html"
)

// feed is the address of the messages, as the page asks for it.
const feed = "feed"

// pages are the addresses there are.
func pages(title string, b *board) (http.Handler, error) {
	var shell bytes.Buffer
	if err := html.Shell(&shell, title, feed); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", html.Policy(feed))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(shell.Bytes())
	})
	mux.HandleFunc("/"+feed, b.answerNews)
	mux.HandleFunc("/"+feed+"/{run}/{n}", b.answerDetails)
	return mux, nil
}

const jsonText = "application/json; charset=utf-8"

// answerNews says what is newer than what the page knows.
func (b *board) answerNews(w http.ResponseWriter, r *http.Request) {
	at, err := strconv.ParseInt(r.FormValue("at"), 10, 64)
	if err != nil {
		at = -1
	}
	news, err := b.since(r.FormValue("run"), at)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", jsonText)
	for piece := range news {
		if _, err := w.Write(piece); err != nil {
			return // whoever asked has left
		}
	}
}

// answerDetails gives a case with its trials. One that cannot be read to its
// end is cut, so that nobody takes it for whole.
func (b *board) answerDetails(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	t, ok := b.take(r.PathValue("run"), n)
	if !ok {
		http.NotFound(w, r)
		return
	}
	defer t.giveBack()
	w.Header().Set("Content-Type", jsonText)
	if r.Method == http.MethodHead {
		return
	}
	if err := t.write(w); err != nil {
		panic(http.ErrAbortHandler)
	}
}
