// Package source turns the bytes of a user's file into nodes that know their
// place: JSON, streams of JSON, JSON with comments, and YAML. It knows
// nothing of cases or agents; dataset and the agent wing read their meaning
// out of its nodes with [Fields], which reports every unknown key and wrong
// type with its line and column. It refuses what other readers guess at:
// UTF-16, invalid UTF-8, lone surrogates and keys that stand twice.
package source
