package cli

const intro = `Surefoot evaluates AI agents and gates on how steadily they stand.

usage: surefoot COMMAND

`

const examples = `
examples:
  surefoot eval                                  every assistants/**/tests/*.jsonl
  surefoot eval -n shop                          the cases of one agent
  surefoot eval @assistants/shop/tests/a.jsonl   the cases of one file
  surefoot eval shop "where is order 12345?"     one message, the answer on stdout
  surefoot eval --runs 5 --min-stability mostly_stable
  surefoot lint                                  check everything, run nothing
  surefoot report output.jsonl -o report.json    an earlier run in another format
  surefoot view output.jsonl                     a run as a page, while it runs
`

const ofAction = `
Settings come from INPUT_* variables, as the runner passes the inputs of an
action, never from arguments; what no input says comes from SUREFOOT_* variables
and surefoot.yml. In a run: step, surefoot eval publishes the same way.

exit codes: as of eval
`

const ofReport = `
RUN is a .jsonl report, one of a run that was killed, what eval --json printed,
or a .json report; - reads standard input. Without -o it is shown as eval shows
a run. Figures and verdict are those of the run: nothing is decided anew, and
the report must be whole, or else is inconclusive.

exit codes: 0 shown or written, whatever the verdict was, 1 it could not be,
130 interrupted
`

const ofView = `
RUN is a report as surefoot report reads it, except standard input: one that is
being written, one of an earlier run, or one that is not there yet. The page has
what an .html report has, and changes as trials end. It says running until the
run has decided; a file that is written anew is followed from its beginning.
It is served on 127.0.0.1 only, to whoever is on this machine. No browser is
opened, and nothing is asked for elsewhere.

exit codes: 0 ended by Ctrl-C or SIGTERM, whatever the verdict was, 1 the report
cannot be read, or the page not be served
`

const ofCompare = `
BASE and HEAD are reports as surefoot report reads them. Cases are matched by
agent and id. One has regressed when the exact test says so, corrected over all
cases, when its class fell by two or more, or when its one trial passed and does
not any more. Nothing that broke counts as an answer of the agent. Nothing is
decided anew: -o writes HEAD, with its own verdict, and the comparison in it.

exit codes: 0 compared, 1 it could not be, or --fail-on-regression did not pass,
130 interrupted
`

const ofMerge = `
RUN is the report of one shard, as eval --shard I/N writes it. All N must be
given, each once, whole, and of the same plan; their order changes nothing. All
figures are made anew of the trials, and the gate decides on the whole: by the
policy that the shards had, or by the one that is given here in its place.

exit codes: as of eval
`

const ofHistory = `
FILE is what eval --history FILE writes. Without flags it is shown, the worst
cases first: state, pass rates of the last runs, in how many of them all trials
passed, and since when. --quarantine and --release edit its list.

exit codes: 0 shown or changed, 1 it was not
`

const ofExtract = `
RUN is a .jsonl report, one of a run that was killed, what eval --json printed,
or a .json report; - reads standard input. Each case gets one file with all its
trials, named after its id. An extract of an earlier run is replaced unless it
was changed since; nothing else is.

exit codes: 0 all were written, 1 they could not be, 130 interrupted
`

const ofPublishing = `
In a workflow that workflow_run starts, the report is the .jsonl in the artifact
of the run that ended; else REPORT, which is a .jsonl report or a zip with one.
Nobody vouches for it: it is read within limits, shown with a word that it was
not verified, and decides nothing. Whose it is comes from GitHub's event and API
alone. The check run is never green. The token is the input github-token, or
GITHUB_TOKEN; the other flags are inputs and SUREFOOT_* variables too.

exit codes: 0 published, whatever the verdict was, 1 something was not,
130 interrupted
`

const modes = `
Without a word the command runs every assistants/**/tests/*.jsonl of the
application, with -n those of one agent. The first word is the agent, a word
that begins with @ is a case file (from the current folder), and any other
second word is a message. Settings also stand in surefoot.yml beside the
application and in SUREFOOT_* variables; a flag wins.

exit codes: 0 the gate passed, 1 it did not or something broke, 130 interrupted
`

const ofInit = `
DIR is made where it is missing; without it the application is written into the
current folder. A folder that holds an application, or a file that is needed, is
refused, and then nothing is written. What is written passes at once and needs no
key; the last lines say how to ask a real model.

exit codes: 0 written, 1 nothing was
`

const ofLinting = `
Everything that eval checks before it runs is checked, and all problems are said
together, each with file, line and column. Words choose cases as they do for eval.

exit codes: 0 no errors, 1 errors
`

const ofImport = `
Without flags the application is made in the current folder, with agents and
connectors where FILE defines any. What is not translated is listed on stderr,
with its place; a case of which no assertion is left is written with skip. No
file that is there is written over, and nothing is fetched or run.

exit codes: 0 cases were written, whatever was left out, 1 none were
`
