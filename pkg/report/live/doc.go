// Package live serves the page of a report to the browsers of this machine, and
// follows the report while its run goes on. It reads the file as it grows,
// through past, and makes of it the messages that the page of package html
// shows; the page asks for what is new, again and again, so that a page that was
// opened late, slept, or lost its server has everything with its next question.
//
//	GET /                 the page
//	GET /feed?run=R&at=N  what is newer than state N of run R, or all there is
//	GET /feed/R/N         case N of run R with its trials
//
// A run that has no end has no verdict here, whatever its trials said so far.
// What a case counts as is for gate and standing to say. A report whose parts do
// not fit loses its verdict, and the page says what is wrong.
//
// The package listens on 127.0.0.1 only, and answers nobody but the page: not to
// another name of this machine, not to pages of others, and with nothing of the
// disk but the one report. It refuses to write, and to run anything.
package live
