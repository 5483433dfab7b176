// An MCP server on standard streams, without any package: one message a line.
import { createInterface } from "node:readline";

const limits = { travel: 1000, meals: 60, software: 300 };
const tool = {
  name: "limit",
  description: "The highest amount of one expense of a category, in dollars",
  inputSchema: { type: "object", properties: { category: { type: "string" } }, required: ["category"] },
};

const methods = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "policy", version: "1" } }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": ({ arguments: { category } }) => {
    const limit = limits[category];
    const text = limit ? JSON.stringify({ category, limit }) : `there is no limit for ${category}`;
    return { content: [{ type: "text", text }], isError: !limit };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue; // a notification
  const answer = methods[method] ? { result: methods[method](params) } : { error: { code: -32601, message: `no method ${method}` } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}
