// Package command speaks to the runner of GitHub Actions: workflow commands in
// the log, and the files for outputs and the job's summary. Text of models,
// agents and tools goes through it without becoming a command, an output or a
// part of another line: it is shown by safetext before it is escaped, so that
// it stays harmless where the runner prints it again. It keeps the platform's
// limits, refuses what it cannot write whole, and returns every error: what
// could not be published is said, and decides nothing. It is where publishing
// ends, and knows neither reports nor the API.
package command
