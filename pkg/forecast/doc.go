// Package forecast says before a run what it will take, by what an earlier one
// took, and what it could find that became worse. It is arithmetic between a
// plan and a report that somebody else has read, and refuses to guess: what
// the report does not know of a case is unknown.
package forecast
