// Package importer holds what the eval files of other tools become: cases,
// the agents and connectors to run them with, and a list of each thing that
// was not translated. It tells which tool a file is of, reads the files one
// refers to, and lays the result out as files of ours. The packages below it
// each know one tool: they turn nodes of package source, which know their
// places, into a [Suite]. It refuses to guess: what has no equal here is
// listed with its place, and a case of which nothing is checked any more is
// written with a reason to skip it, so that no import passes where the
// original could fail and keeps quiet of it.
package importer
