// Package mcp speaks to MCP servers over their transports: a child's standard
// streams, streamable HTTP, and server-sent events. A server is opened for a
// trial and closed with it. What goes wrong with one is an error that names
// it, never a wait without an end: a server that does not start, says what is
// no message, does not answer, pages for ever, answers more than anybody
// reads, or dies.
package mcp
