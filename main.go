// Command surefoot evaluates AI agents in trials and gates on how steadily
// they stand.
package main

import (
	"os"
	_ "time/tzdata" // a container of nothing but this binary knows no zones

	"github.com/surefoot-dev/surefoot/pkg/cli"
)

func main() {
	os.Exit(cli.Main())
}
