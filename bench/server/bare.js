/** Node's HTTP server alone with prepared responses: the lower bound. `PORT=3000 node bare.js answers.json` */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** @type {import("./responses.ts").Sent} */
const { keepAliveSeconds, responses } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

/** @param {{ status: number, headers: string[], body: string }} answer */
const ready = ({ status, headers, body }) => ({ status, headers, body: Buffer.from(body, "base64") });
const known = new Map(
  Object.entries(responses).map(([path, { etag, full, unchanged }]) => [
    path,
    { etag, full: ready(full), unchanged: ready(unchanged) },
  ]),
);

createServer({ keepAliveTimeout: keepAliveSeconds * 1000 }, (request, response) => {
  const answer = known.get(request.url ?? "");
  if (answer === undefined) return response.writeHead(404).end();
  if (request.headers["if-none-match"] === answer.etag) {
    return response.writeHead(answer.unchanged.status, answer.unchanged.headers).end();
  }
  return response.writeHead(answer.full.status, answer.full.headers).end(answer.full.body);
}).listen(Number(process.env.PORT), "127.0.0.1");
