package redact

import (
	"reflect"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Event is ev without secrets: the same pointer when it holds none, else a
// copy. ev is not changed.
func (r *Redactor) Event(ev eval.Event) eval.Event {
	if r == nil || ev == nil {
		return ev
	}
	if trial, ok := ev.(*eval.Trial); ok && len(r.masks) > 0 {
		ev = r.cutMatches(trial).Event(ev)
	}
	if clean, changed := r.walk(reflect.ValueOf(ev)); changed {
		return clean.Interface().(eval.Event)
	}
	return ev
}

// cutMatches redacts what the masks match in a trial's whole texts. A message
// may hold only a part of such a match, which no mask would know.
func (r *Redactor) cutMatches(t *eval.Trial) *Redactor {
	texts := []string{t.Output.Text(), t.Error}
	for _, turn := range t.Turns {
		texts = append(texts, turn.Input.Text(), turn.Response.Content, turn.Response.Reasoning)
		for _, sent := range turn.Sent {
			texts = append(texts, sent.Message.Text())
		}
	}
	var matches []Secret
	for _, text := range append(texts, t.Logs...) {
		for _, mask := range r.masks {
			for _, match := range mask.FindAllString(text, -1) {
				matches = append(matches, Secret{Value: match})
			}
		}
	}
	if len(matches) == 0 {
		return nil
	}
	return New(matches, nil)
}

// Report is the report without secrets. Its keys are redacted as those of
// the events are.
func (r *Redactor) Report(report eval.Report) eval.Report {
	return redacted(r, report)
}

// Problems is the problems without secrets.
func (r *Redactor) Problems(problems eval.Problems) eval.Problems {
	return redacted(r, problems)
}

func redacted[T any](r *Redactor, v T) T {
	if r == nil {
		return v
	}
	if clean, changed := r.walk(reflect.ValueOf(v)); changed {
		return clean.Interface().(T)
	}
	return v
}

// Sink redacts events on their way to next.
func (r *Redactor) Sink(next eval.Sink) eval.Sink {
	if r == nil {
		return next
	}
	return sink{r, next}
}

type sink struct {
	redactor *Redactor
	next     eval.Sink
}

func (s sink) Event(ev eval.Event) error { return s.next.Event(s.redactor.Event(ev)) }

// walk copies what it changes and nothing else. It goes by the shape of the
// types, so that a field added to a row cannot be forgotten. Strings of named
// types are our own words, such as statuses, and so are keys of maps.
func (r *Redactor) walk(v reflect.Value) (reflect.Value, bool) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() != reflect.TypeFor[string]() {
			return v, false
		}
		text := v.String()
		clean := r.Text(text)
		return reflect.ValueOf(clean), clean != text
	case reflect.Pointer:
		if v.IsNil() {
			return v, false
		}
		clean, changed := r.walk(v.Elem())
		if !changed {
			return v, false
		}
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(clean)
		return p, true
	case reflect.Struct:
		return r.walkStruct(v)
	case reflect.Slice:
		return r.walkSlice(v)
	case reflect.Map:
		return r.walkMap(v)
	default:
		return v, false
	}
}

func (r *Redactor) walkStruct(v reflect.Value) (reflect.Value, bool) {
	switch v.Type() {
	case reflect.TypeFor[time.Time]():
		return v, false
	case reflect.TypeFor[eval.Value]():
		value := v.Interface().(eval.Value)
		clean := r.Value(value)
		return reflect.ValueOf(clean), clean != value
	}
	out := v
	changed := false
	for i := range v.NumField() {
		if v.Type() == reflect.TypeFor[eval.Log]() && v.Type().Field(i).Name == "Level" {
			continue
		}
		clean, dirty := r.walk(v.Field(i))
		if !dirty {
			continue
		}
		if !changed {
			out = reflect.New(v.Type()).Elem()
			out.Set(v)
			changed = true
		}
		out.Field(i).Set(clean)
	}
	return out, changed
}

func (r *Redactor) walkSlice(v reflect.Value) (reflect.Value, bool) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return v, false
	}
	out := v
	changed := false
	for i := range v.Len() {
		clean, dirty := r.walk(v.Index(i))
		if !dirty {
			continue
		}
		if !changed {
			out = reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(out, v)
			changed = true
		}
		out.Index(i).Set(clean)
	}
	return out, changed
}

func (r *Redactor) walkMap(v reflect.Value) (reflect.Value, bool) {
	out := v
	changed := false
	for entries := v.MapRange(); entries.Next(); {
		clean, dirty := r.walk(entries.Value())
		if !dirty {
			continue
		}
		if !changed {
			out = reflect.MakeMapWithSize(v.Type(), v.Len())
			for all := v.MapRange(); all.Next(); {
				out.SetMapIndex(all.Key(), all.Value())
			}
			changed = true
		}
		out.SetMapIndex(entries.Key(), clean)
	}
	return out, changed
}
