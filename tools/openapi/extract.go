package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// operations are the calls of pkg/github.
func operations() map[string][]string {
	return map[string][]string{
		"/user": {"get"},
		"/repos/{owner}/{repo}/issues/{issue_number}":                            {"get"},
		"/repos/{owner}/{repo}/issues/{issue_number}/comments":                   {"get", "post"},
		"/repos/{owner}/{repo}/issues/comments/{comment_id}":                     {"patch", "delete"},
		"/repos/{owner}/{repo}/check-runs":                                       {"post"},
		"/repos/{owner}/{repo}/check-runs/{check_run_id}":                        {"patch"},
		"/repos/{owner}/{repo}/pulls":                                            {"get"},
		"/repos/{owner}/{repo}/pulls/{pull_number}":                              {"get"},
		"/repos/{owner}/{repo}/commits/{commit_sha}/pulls":                       {"get"},
		"/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts":                  {"get"},
		"/repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs":             {"get"},
		"/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}": {"get"},
	}
}

type object = map[string]any

// Extract is the part of the description in a package's folder that the
// operations need, without what is only for readers.
func Extract(folder string) ([]byte, error) {
	var manifest struct{ Name, Version string }
	if err := read(filepath.Join(folder, "package.json"), &manifest); err != nil {
		return nil, err
	}
	var doc object
	if err := read(filepath.Join(folder, "generated", "api.github.com.json"), &doc); err != nil {
		return nil, err
	}
	paths, err := choose(doc)
	if err != nil {
		return nil, err
	}
	out := object{
		"openapi":    doc["openapi"],
		"info":       object{"title": "GitHub REST API, what is called of it", "version": manifest.Name + " " + manifest.Version},
		"paths":      paths,
		"components": object{},
	}
	if err := complete(out, doc); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err = enc.Encode(out)
	return b.Bytes(), err
}

func read(file string, into any) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

func choose(doc object) (object, error) {
	all, _ := doc["paths"].(object)
	paths := object{}
	for path, methods := range operations() {
		item, _ := all[path].(object)
		chosen := object{}
		for _, method := range methods {
			operation, ok := item[method].(object)
			if !ok {
				return nil, fmt.Errorf("the description has no %s %s", strings.ToUpper(method), path)
			}
			chosen[method] = prune(operation)
		}
		paths[path] = chosen
	}
	return paths, nil
}

// prune drops what says nothing about the form of requests and answers. Below
// properties the keys are names, and all of them stay.
func prune(v any) any {
	switch v := v.(type) {
	case object:
		out := object{}
		for key, value := range v {
			switch {
			case key == "properties":
				named := object{}
				for name, property := range value.(object) {
					named[name] = prune(property)
				}
				out[key] = named
			case !isForReaders(key):
				out[key] = prune(value)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, element := range v {
			out[i] = prune(element)
		}
		return out
	default:
		return v
	}
}

func isForReaders(key string) bool {
	words := []string{"description", "summary", "title", "example", "examples", "externalDocs", "tags", "headers", "deprecated", "discriminator"}
	return slices.Contains(words, key) || strings.HasPrefix(key, "x-")
}

// complete adds every component that is referred to.
func complete(out, doc object) error {
	missing := references(out["paths"], nil)
	for len(missing) > 0 {
		ref := missing[0]
		missing = missing[1:]
		kind, name, ok := strings.Cut(strings.TrimPrefix(ref, "#/components/"), "/")
		source, _ := doc["components"].(object)[kind].(object)
		component, found := source[name]
		if !ok || !found {
			return fmt.Errorf("the description has no %s", ref)
		}
		components := out["components"].(object)
		if components[kind] == nil {
			components[kind] = object{}
		}
		into := components[kind].(object)
		if _, done := into[name]; done {
			continue
		}
		into[name] = prune(component)
		missing = references(into[name], missing)
	}
	return nil
}

func references(v any, found []string) []string {
	switch v := v.(type) {
	case object:
		for key, value := range v {
			if ref, ok := value.(string); ok && key == "$ref" {
				found = append(found, ref)
				continue
			}
			found = references(value, found)
		}
	case []any:
		for _, element := range v {
			found = references(element, found)
		}
	}
	return found
}
