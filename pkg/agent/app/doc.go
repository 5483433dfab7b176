// Package app loads an application: the definitions of its agents, prompts,
// translations and connectors, and the environment they draw on. One broken
// agent never hides the others: every fault is kept with its place and with
// what it belongs to, so that a run is told of the faults it can reach and
// lint of all. What is loaded is immutable and shared by all trials.
//
// It refuses guesses: an unknown key, connector or preset is a fault with a
// suggestion, never a default. It runs no model; the agent wing does.
package app
