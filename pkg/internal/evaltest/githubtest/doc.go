// Package githubtest pretends to be GitHub for tests, strictly: every request
// must be one that GitHub's own description of its API allows (path, query,
// headers and body), and every answer that is pretended must have the form the
// description gives it. A request that has no description fails the test, and
// so does an expectation that was never met. It is imported by tests only.
package githubtest
