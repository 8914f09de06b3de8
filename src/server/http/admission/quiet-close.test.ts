import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { closeQuietly } from "./connections.ts";

it("captures no stacks for abandoned requests, and all others again afterwards", async () => {
  const stacks: string[] = [];
  const server = createServer((request) => {
    request.once("error", ({ stack = "" }) => stacks.push(stack));
  }).listen(0, "127.0.0.1");
  server.on("connection", closeQuietly);
  await once(server, "listening");
  const address = server.address();
  const client = connect(typeof address === "object" ? (address?.port ?? 0) : 0, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3));
  await once(server, "request");
  client.destroy();
  await expect.poll(() => stacks.length).toBe(3);
  for (const stack of stacks) expect(stack).not.toContain("    at ");
  await expect.poll(() => new Error("of something else").stack).toContain("    at ");
  server.close();
});
