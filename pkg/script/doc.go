// Package script is the one place where JavaScript runs. An [Engine] compiles
// the TypeScript and JavaScript files of an application with esbuild into
// immutable [Program] values; each trial opens a [VM] of its own on one and
// calls the functions of the file by name. It knows nothing of agents, models
// or cases: whoever calls gives JSON and functions of the host ([Arg]) and
// gets JSON or an [*Error] with its place in the user's file.
//
// A script has no file, network, process or environment access, and every
// call has an end: the context's deadline interrupts it, and so do a regular
// expression that backtracks for more than a second, recursion too deep, and
// scripts that together hold more memory than allowed. What a call was
// stopped for closes its VM for good.
//
// # What cannot be interrupted
//
// The engine stops a script between two of its instructions, not inside a
// built-in function. The built-ins that can run for minutes or fill the
// memory at once are capped: strings that functions build at 16 Mi
// characters, new arrays at 4 Mi elements, buffers at 64 MiB. Others remain:
// sorting or searching an array of millions, JSON.parse of a text of many
// megabytes, arithmetic on huge BigInts, an array whose length was assigned.
// A call stuck in one is given up when the time until its deadline has passed
// once more; its goroutine ends when the built-in does ([Engine.Abandoned]).
package script
