//go:build tinymodel

package tinymodel

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
)

// The tokens that are no text. Those of single bytes follow them.
const (
	begin  = 1
	end    = 2
	bytes0 = 3
)

// vocabulary is the texts that tokens stand for, and how readily two tokens
// become one.
type vocabulary struct {
	texts  []string
	scores []float32
	of     map[string]int
}

func loadVocabulary(path string, size int) (vocabulary, error) {
	v := vocabulary{of: map[string]int{}}
	data, err := os.ReadFile(path)
	if err != nil {
		return v, err
	}
	in := bytes.NewReader(data)
	var longest int32
	err = binary.Read(in, binary.LittleEndian, &longest)
	for i := range size {
		var head struct {
			Score float32
			Bytes int32
		}
		if err == nil {
			err = binary.Read(in, binary.LittleEndian, &head)
		}
		if err != nil || head.Bytes < 0 || head.Bytes > longest {
			return v, fmt.Errorf("%s: token %d of %d: %w", path, i, size, err)
		}
		text := make([]byte, head.Bytes)
		if _, err = in.Read(text); err != nil {
			return v, fmt.Errorf("%s: token %d of %d: %w", path, i, size, err)
		}
		v.texts, v.scores = append(v.texts, string(text)), append(v.scores, head.Score)
		v.of[string(text)] = i
	}
	return v, nil
}

// encode makes tokens of a text: its characters, or their bytes where there is
// no token of one, of which the two that merge best become one, again and
// again.
func (v *vocabulary) encode(text string) []int {
	tokens := []int{begin}
	for _, r := range " " + text {
		if token, known := v.of[string(r)]; known {
			tokens = append(tokens, token)
			continue
		}
		for _, b := range []byte(string(r)) {
			tokens = append(tokens, bytes0+int(b))
		}
	}
	for {
		best, at, score := 0, -1, float32(0)
		for i := 1; i+1 < len(tokens); i++ {
			if token, known := v.of[v.texts[tokens[i]]+v.texts[tokens[i+1]]]; known && (at < 0 || v.scores[token] > score) {
				best, at, score = token, i, v.scores[token]
			}
		}
		if at < 0 {
			return tokens
		}
		tokens = append(append(tokens[:at:at], best), tokens[at+2:]...)
	}
}

// decode is the text of a token, of which a byte may be a part of a character.
// The blank that a text begins with is none of its own.
func (v *vocabulary) decode(before, token int) string {
	if token >= bytes0 && token < bytes0+256 {
		return string([]byte{byte(token - bytes0)})
	}
	if before == begin {
		return strings.TrimPrefix(v.texts[token], " ")
	}
	return v.texts[token]
}
