//go:build tinymodel

// Package tinymodel runs a real, very small language model and serves it as a
// provider does, so that tests meet what no fake has: tokens that come one by
// one, answers that differ from run to run, and ones that stay the same. The
// model continues children's stories; it follows no instructions.
//
// It reads checkpoints of A. Karpathy's llama2.c (the format before version 1,
// float32, shared classifier) with their tokenizer. The architecture is that
// of H. Touvron et al., arXiv:2307.09288: RMSNorm, rotary positions, grouped
// queries, SwiGLU.
package tinymodel

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
)

// config is the checkpoint's head.
type config struct {
	Dim, Hidden, Layers, Heads, KVHeads, Vocabulary, Context int32
}

// layer is one block of the transformer; matrices are row by row.
type layer struct {
	attention, query, key, value, out []float32
	feed, gate, down, up              []float32
}

// Model is a checkpoint in memory. It is immutable, and used by any number of
// goroutines.
type Model struct {
	config
	embedding, norm []float32
	layers          []layer
	vocabulary      vocabulary
}

// Load reads a checkpoint and its tokenizer.
func Load(checkpoint, tokenizer string) (*Model, error) {
	data, err := os.ReadFile(checkpoint)
	if err != nil {
		return nil, err
	}
	m, in := &Model{}, bytes.NewReader(data)
	if err := binary.Read(in, binary.LittleEndian, &m.config); err != nil {
		return nil, fmt.Errorf("%s: %w", checkpoint, err)
	}
	dim, hidden, kv := int(m.Dim), int(m.Hidden), int(m.Dim*m.KVHeads/m.Heads)
	take := func(n int) []float32 {
		w := make([]float32, n)
		if err == nil {
			err = binary.Read(in, binary.LittleEndian, w)
		}
		return w
	}
	m.embedding = take(int(m.Vocabulary) * dim)
	m.layers = make([]layer, m.Layers)
	// Each kind of weight stands together, for all layers.
	for _, kind := range []struct {
		of   func(*layer) *[]float32
		size int
	}{
		{func(l *layer) *[]float32 { return &l.attention }, dim}, {func(l *layer) *[]float32 { return &l.query }, dim * dim},
		{func(l *layer) *[]float32 { return &l.key }, kv * dim}, {func(l *layer) *[]float32 { return &l.value }, kv * dim},
		{func(l *layer) *[]float32 { return &l.out }, dim * dim}, {func(l *layer) *[]float32 { return &l.feed }, dim},
		{func(l *layer) *[]float32 { return &l.gate }, hidden * dim}, {func(l *layer) *[]float32 { return &l.down }, dim * hidden},
		{func(l *layer) *[]float32 { return &l.up }, hidden * dim},
	} {
		for i := range m.layers {
			*kind.of(&m.layers[i]) = take(kind.size)
		}
	}
	m.norm = take(dim)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", checkpoint, err)
	}
	m.vocabulary, err = loadVocabulary(tokenizer, int(m.Vocabulary))
	return m, err
}

// thought is the state of one text: the keys and values of its tokens so far.
type thought struct {
	model        *Model
	keys, values [][][]float32 // by layer and position
}

func (m *Model) think() *thought {
	return &thought{m, make([][][]float32, m.Layers), make([][][]float32, m.Layers)}
}

// next takes one more token in, and gives the logits of the one after it.
func (t *thought) next(token int) []float32 {
	m := t.model
	dim, size := int(m.Dim), int(m.Dim/m.Heads)
	x := append([]float32(nil), m.embedding[token*dim:(token+1)*dim]...)
	for i := range m.layers {
		l := &m.layers[i]
		at := len(t.keys[i])
		n := normed(x, l.attention)
		q, k := times(l.query, n), times(l.key, n)
		rotate(q, size, at)
		rotate(k, size, at)
		t.keys[i], t.values[i] = append(t.keys[i], k), append(t.values[i], times(l.value, n))
		add(x, times(l.out, t.attend(i, q, size)))
		n = normed(x, l.feed)
		gate, up := times(l.gate, n), times(l.up, n)
		for j, g := range gate {
			gate[j] = g / (1 + float32(math.Exp(float64(-g)))) * up[j]
		}
		add(x, times(l.down, gate))
	}
	return times(m.embedding, normed(x, m.norm))
}

// attend mixes the values of all tokens so far, head by head.
func (t *thought) attend(i int, q []float32, size int) []float32 {
	shared := int(t.model.Heads / t.model.KVHeads) // heads that look at the same keys
	out := make([]float32, len(q))
	for h := range int(t.model.Heads) {
		from := h / shared * size
		scores := make([]float32, len(t.keys[i]))
		for at, k := range t.keys[i] {
			scores[at] = dot(q[h*size:(h+1)*size], k[from:]) / float32(math.Sqrt(float64(size)))
		}
		softmax(scores)
		for at, v := range t.values[i] {
			for j := range size {
				out[h*size+j] += scores[at] * v[from+j]
			}
		}
	}
	return out
}

// rotate turns each pair of a vector by its position.
func rotate(v []float32, size, at int) {
	for i := 0; i < len(v); i += 2 {
		sin, cos := math.Sincos(float64(at) / math.Pow(10_000, float64(i%size)/float64(size)))
		a, b := float64(v[i]), float64(v[i+1])
		v[i], v[i+1] = float32(a*cos-b*sin), float32(a*sin+b*cos)
	}
}

func normed(x, weight []float32) []float32 {
	scale := float32(1 / math.Sqrt(float64(dot(x, x))/float64(len(x))+1e-5))
	out := make([]float32, len(x))
	for i := range x {
		out[i] = x[i] * scale * weight[i]
	}
	return out
}

func times(matrix, x []float32) []float32 {
	out := make([]float32, len(matrix)/len(x))
	for i := range out {
		out[i] = dot(x, matrix[i*len(x):])
	}
	return out
}

func dot(a, b []float32) (sum float32) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

func add(x, y []float32) {
	for i := range x {
		x[i] += y[i]
	}
}

func softmax(x []float32) {
	most, sum := x[0], float32(0)
	for _, v := range x {
		most = max(most, v)
	}
	for i, v := range x {
		x[i] = float32(math.Exp(float64(v - most)))
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}
