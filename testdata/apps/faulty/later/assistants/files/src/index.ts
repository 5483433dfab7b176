export function Create() {}
