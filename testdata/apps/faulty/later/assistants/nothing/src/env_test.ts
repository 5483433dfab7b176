export function Before() {}
