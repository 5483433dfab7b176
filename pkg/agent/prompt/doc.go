// Package prompt reads an agent's prompts and fills in their variables. A
// variable is replaced once: what it stands for is never read again, so that
// the metadata of a case cannot reach into the environment. It reads nodes,
// never files; app loads prompts with it, and the agent wing fills them in
// when a trial opens.
package prompt
