// Package run says which run of GitHub Actions this is: the repository, the
// commit, the pull request, who may write, and where files stand for people
// and for the container. It reads only the environment and the event that are
// passed in, asks nobody, and refuses to guess: what only the API knows is in
// [Run.Ask], and code whose origin is not known counts as a fork's. An event
// that cannot be read is one problem; what the environment says still holds.
// Everything that publishes begins here.
package run
