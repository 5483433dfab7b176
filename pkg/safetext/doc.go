// Package safetext makes untrusted text safe to show: one function per sink,
// so that a control sequence, a hidden character or a workflow command in an
// agent's answer is seen by the reader and obeyed by nobody. It refuses to
// drop anything: what cannot be shown as it is becomes a visible escape such
// as \x1b or \u202e. Every printer passes foreign text through it as the last
// step before writing; what it returns is for eyes, not for parsers.
package safetext
