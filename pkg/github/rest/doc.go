// Package rest asks GitHub's REST API about one repository, as politely as its
// rules want: one write at a time and a second between them, waits that the
// limits ask for, repetitions only of what may be repeated, and a deadline
// over each call. It refuses to guess: a call that cannot be done ends in a
// [*Fault] of a kind that callers can tell apart, a limit that lasts beyond
// the deadline at once, and no text of a fault holds the token. It reads no
// environment; the rooms above name the few calls they need and get them from
// here, so that nothing else knows how GitHub is spoken to.
package rest
