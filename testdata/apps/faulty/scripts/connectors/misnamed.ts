export function Compleet(request: { messages: unknown[] }): string {
  return "hello";
}
