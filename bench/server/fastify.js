/** An empty Fastify that sends the same responses: `PORT=3000 node fastify.js answers.json` */
import { readFileSync } from "node:fs";
import Fastify from "fastify";

/** @type {import("./responses.ts").Sent} */
const { responses } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

const app = Fastify();
for (const [path, { full }] of Object.entries(responses)) {
  const body = Buffer.from(full.body, "base64");
  /** @type {Record<string, string>} */
  const headers = {};
  for (let at = 0; at < full.headers.length; at += 2) headers[full.headers[at] ?? ""] = full.headers[at + 1] ?? "";
  app.get(path, (_request, reply) => reply.headers(headers).send(body));
}
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
