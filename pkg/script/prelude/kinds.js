// The kinds of functions that have constructors of their own.
[function () {}, async function () {}, function* () {}]
