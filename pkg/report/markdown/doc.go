// Package markdown writes a finished run as GitHub Flavored Markdown, for
// people: the verdict first, then the gate, the figures, what did not pass and
// why, what is unstable, and every case. One renderer serves a file, the
// summary of a job, the comment on a pull request and the text of a check run;
// they differ in how much they show.
//
// The trials stream by once. [Gather] keeps of them what pages show, cut, of
// the cases that will be shown; a [Digest] is then rendered as often as there
// are places, each within its size. What does not fit is left out from the
// least useful end, by whole parts, and is counted: rows of cases that pass,
// then transcripts, then the last of the failing cases, then rows of unstable
// ones. The verdict, the gate and the figures stay.
//
// Whatever an agent said, or who wrote its cases, is shown and does nothing:
// texts stand in fenced blocks that they cannot end, or escaped within a line
// (see safetext). The package refuses to write a report whose trials do not
// belong to it.
package markdown
