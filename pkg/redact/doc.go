// Package redact takes secrets out of everything that leaves Surefoot. It
// knows the secrets' values and the user's masks, finds each value also in
// the encodings text commonly passes through, and puts [redacted NAME] in its
// place. It refuses to break what it cleans: JSON stays JSON, and what holds
// no secret comes back as it is, without a copy. It stands between the runner
// and every sink, and beside whatever else prints.
//
// A value is found as it is, in base64 (standard and URL alphabet, alone or
// inside a larger encoded text, also wrapped into lines), in hexadecimal,
// behind percent-encoding and behind string escapes (\n, \", \u0041, \x41),
// the last two also nested. Of a value of several lines each long line is a
// secret of its own. A value that a message cut off counts when a third of it
// is left. Values shorter than six characters, true, false and null are left
// alone: they would redact half of every report.
package redact
