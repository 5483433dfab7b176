// Package revision reads a git repository: which commit a word means, which
// files differ between a commit and the working tree, and the files of a
// commit. It starts no program and needs none, runs no filter and no hook, asks
// no network, and writes nothing into the repository. What it cannot know, it
// calls changed, or an error; it never calls a file unchanged that differs.
package revision
