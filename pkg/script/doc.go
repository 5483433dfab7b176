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
// # What ends with a call
//
// A call ends when the function has returned, or when the promise it returned
// is settled. Until then, whatever throws without being caught fails the
// call: the function, a timer or microtask that runs meanwhile, a promise that
// was rejected and that nobody handles. What the script started and did not
// wait for ends with the call, in silence: timers that were not due yet never
// fire, promises that are still pending are not waited for, and asynchronous
// functions of the host are cancelled. What those would have thrown later
// nobody sees; a script that wants to know awaits them.
//
// # What counts as a script's memory
//
// The heap is the process's, and what is on it belongs to nobody. So scripts
// are held to what it grows by, from the time the first of the VMs that are
// open was opened: what the process held before, such as the cases it read, is
// its own. What the process itself comes to hold while VMs are open cannot be
// told from what they hold. A script is therefore stopped only when the heap
// also grew by an eighth of the limit since its call began, or is above twice
// the limit. What remains: a script that is in a long piece of work may be
// stopped for what another, or the process, took meanwhile; and scripts that
// take little with each call are stopped late.
//
// A single text or list that is doubled again and again grows faster than
// garbage can be collected: a script whose heap jumps by half the limit at once
// and is then above it is stopped without looking for garbage first. The copy
// that is being made is finished, so the process may hold up to four times the
// limit for a moment.
//
// # What is too deep
//
// Compilers and some built-ins recurse, and a full stack ends the process. So
// code has at most 1 MiB a file, 1000 brackets within each other, and 10,000
// names, values and operators in a row without a comma, a semicolon or the end
// of a block (an arrow counts for 50): more is a problem at its place. The
// same holds for new Function; eval is refused, since it is compiled where
// nothing can look at the text first. JSON.parse takes 10,000 levels.
//
// # What cannot be interrupted
//
// The engine stops a script between two of its instructions, not inside a
// built-in function. The built-ins that can run for minutes or fill the
// memory at once are capped: strings that functions build at 16 Mi
// characters, new arrays at 4 Mi elements, arrays that functions go through at
// 16 Mi, lists of arguments at a million, buffers at 64 MiB. Others remain:
// sorting or searching an array of millions, JSON.parse of a text of many
// megabytes, arithmetic on huge BigInts, chains of a million prototypes,
// proxies or bound functions, a proxy that names billions of keys. A call
// stuck in one is given up when the time until its deadline has passed once
// more; its goroutine ends when the built-in does ([Engine.Abandoned]).
package script
