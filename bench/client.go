//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// inFlight is how many requests both sides keep open.
const inFlight = 16

// client is the yardstick: it asks once per case, reads the stream and looks
// for the expected text, and does nothing else.
func client(host, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	questions := make(chan string)
	var workers sync.WaitGroup
	transport := &http.Transport{MaxIdleConnsPerHost: inFlight}
	c := &http.Client{Transport: transport, Timeout: time.Minute}
	failed := make(chan error, inFlight)
	for range inFlight {
		workers.Go(func() {
			for q := range questions {
				if err := ask(c, host, q); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	for line := range strings.Lines(string(data)) {
		var c struct{ Input string }
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			return err
		}
		select {
		case questions <- c.Input:
		case err := <-failed:
			return err
		}
	}
	close(questions)
	workers.Wait()
	return nil
}

func ask(c *http.Client, host, question string) error {
	body, err := json.Marshal(map[string]any{
		"model": "bench", "stream": true,
		"messages": []map[string]string{{"role": "user", "content": question}},
	})
	if err != nil {
		return err
	}
	resp, err := c.Post(host+"/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var answer strings.Builder
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || data == "[DONE]" {
			continue
		}
		var chunk struct {
			Choices []struct{ Delta struct{ Content string } }
		}
		if err := json.Unmarshal([]byte(data), &chunk); err != nil {
			return err
		}
		for _, choice := range chunk.Choices {
			answer.WriteString(choice.Delta.Content)
		}
	}
	if !strings.Contains(answer.String(), "ok") {
		return fmt.Errorf("answer %q", answer.String())
	}
	return lines.Err()
}
