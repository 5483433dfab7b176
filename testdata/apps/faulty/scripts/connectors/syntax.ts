export function Complete(request: any) {
  return "unclosed
}
