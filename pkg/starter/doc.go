// Package starter holds a small working application and writes it into a
// folder: what surefoot init does. It is plain files below template, so that
// they are read, linted and run as any application is. It overwrites nothing,
// and leaves nothing behind when it cannot write everything. It stands beside
// the flow: nothing of a run comes through here.
package starter
