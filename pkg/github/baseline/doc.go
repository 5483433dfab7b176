// Package baseline finds the run that the code of this one is to be compared
// with: of the same workflow, on the branch that a pull request or a merge
// queue goes to, or the run before on the same branch. It takes nothing from
// pull requests, whose authors could write themselves any baseline, nor from
// other repositories whose branches have the same names; it reads no artifact,
// refuses to guess, and leaves it to its caller how long a search may take. It
// stands between knowing the run and reading the report that another one left.
package baseline
