// Package eval is the vocabulary of Surefoot: the plain values that flow from
// case files to reports. It imports the standard library only, runs nothing
// and knows no file format, model, platform or screen; every other room
// imports it and it imports none of them.
//
// The flow is one way: dataset makes [Case] values, plan orders them, runner
// turns each into a stream of [Trial] values, stability folds trials into a
// [Report], gate adds a [Decision], and report writes what a person reads.
//
// Values of this package are safe to share between goroutines as long as
// nobody changes them; a trial's owner hands it on when it is complete.
package eval

// SchemaVersion is the version of the report rows and of the JSON report. It
// grows when a field changes its meaning, not when one is added.
const SchemaVersion = 1
