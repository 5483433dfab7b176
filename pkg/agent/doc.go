// Package agent is the agent wing: it makes the agents of a loaded
// application targets. For each trial it opens a session of its own, with the
// agent's prompts filled in, its connector resolved and its model wrapped in
// limits, retries and prices; a session turns the messages of a turn into one
// answer.
//
// It refuses to fall back: an unknown connector, mode or preset, an
// attachment the model cannot take, and an answer that is no answer are
// errors with their place. It judges nothing; runner drives it and assert
// looks at what it returns.
package agent
