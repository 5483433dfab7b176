// Package markdown writes a finished run as one page of GitHub Flavored
// Markdown, for people: the verdict first, then the gate, the figures, what
// did not pass and why, what is unstable, and every case. It streams the
// trials and holds those of one case at a time, cut to what is shown; what is
// left out is said.
//
// Whatever an agent said, or who wrote its cases, is shown and does nothing:
// texts stand in fenced blocks that they cannot end, or escaped within a line
// (see safetext). The package refuses to write a report whose trials do not
// belong to it.
package markdown
