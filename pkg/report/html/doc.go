// Package html writes a finished run as one page that needs nothing else: no
// network, no other file, no server. The verdict and its reasons stand first,
// then the figures and all cases as one strip, then a list to search and
// filter, and beside it one case with its trials, turns and checks.
//
// A page is a shell and messages. The shell is the style, the script and the
// policy that lets the browser run these two and nothing else ([Shell]). The
// messages are JSON objects that the script shows, which a [Feed] makes:
//
//	head     the verdict, the gate, the figures: what stands first
//	row      a case in the list: how it did, and what it is found by
//	details  a case with its trials, for whoever opens it
//
// [Write] puts them into the page, each in a block of its own that is parsed
// when it is needed. A page that is served may get them later, and a newer head
// or row takes the place of the older one: a shell that has a feed asks for
// messages there (assets/live.js), so that a run can be watched.
//
// What people and models wrote is data: JSON in which no < is left, shown as
// text and never as markup, with what a screen would obey or hide made visible.
// Nothing is decided here or in the script; what a case counts as is for gate
// and standing to say. The package refuses to write a report whose trials do
// not belong to it.
package html
