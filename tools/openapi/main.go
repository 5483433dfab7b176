// The tool openapi cuts the operations that Surefoot calls out of GitHub's own
// description of its REST API, as the npm package @octokit/openapi has it. The
// extract is what tests hold every request and every pretended answer against.
//
//	npm ci --ignore-scripts --prefix tools/npm
//	go run ./tools/openapi tools/npm/node_modules/@octokit/openapi testdata/github/openapi.json
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("want the folder of the package and the file to write, got %d arguments", len(args))
	}
	extract, err := Extract(args[0])
	if err != nil {
		return err
	}
	return os.WriteFile(args[1], extract, 0o644)
}
