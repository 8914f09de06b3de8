import { once } from "node:events";
import { connect } from "node:net";

/** A server's response, as sent over the wire. */
export interface ApiResponse {
  status: number;
  /** Alternating names and values, without those that Node adds. */
  headers: string[];
  body: Buffer;
  /** The whole head except for the date. */
  head: string;
}

/** Responses that `bare.js` and `fastify.js` send, as JSON in a file. */
export interface Sent {
  keepAliveSeconds: number;
  responses: Record<string, { etag: string; full: SentResponse; unchanged: SentResponse }>;
}

interface SentResponse {
  status: number;
  headers: string[];
  /** Base64. */
  body: string;
}

/** Sends the request of the load test, on a keep-alive connection. */
export async function ask(port: number, path: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const socket = connect(port, "127.0.0.1").setTimeout(5000, () => socket.destroy(new Error(`no answer for ${path}`)));
  try {
    await once(socket, "connect");
    const lines = Object.entries({ host: "127.0.0.1", "accept-encoding": "br", ...headers });
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
    let received = Buffer.alloc(0);
    for await (const piece of socket as AsyncIterable<Buffer>) {
      received = Buffer.concat([received, piece]);
      const end = received.indexOf("\r\n\r\n");
      if (end === -1) continue;
      const response = parse(received.toString("latin1", 0, end), received.subarray(end + 4));
      if (response.body.length >= Number(valueOf(response, "content-length") ?? 0)) return response;
    }
    throw new Error(`${path} was answered with half an answer`);
  } finally {
    socket.destroy();
  }
}

function parse(head: string, body: Buffer): ApiResponse {
  const [statusLine = "", ...lines] = head.split("\r\n");
  const own = lines.filter((line) => !/^(date|connection|keep-alive):/i.test(line));
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: own.flatMap((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
    body,
    head: head.replace(/^date:.*$/im, "date"),
  };
}

/** The value of a header; `name` in lower case. */
export function valueOf({ headers }: Pick<ApiResponse, "headers">, name: string): string | undefined {
  return headers.find((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name);
}

/** Reads what the server at `port` sends for each path, so that its peers can send the same. */
export async function readResponses(port: number, paths: readonly string[]): Promise<Sent> {
  const responses: Sent["responses"] = {};
  let keepAliveSeconds = 5;
  for (const path of paths) {
    // The framework makes the first response of each; later ones come from the response cache.
    await ask(port, path);
    const full = await ask(port, path);
    const etag = valueOf(full, "etag") ?? "";
    await ask(port, path, { "if-none-match": etag });
    const unchanged = await ask(port, path, { "if-none-match": etag });
    if (full.status !== 200 || unchanged.status !== 304) throw new Error(`${path} is answered with ${full.status}`);
    keepAliveSeconds = Number(/^keep-alive: timeout=(\d+)/im.exec(full.head)?.[1] ?? keepAliveSeconds);
    responses[path] = { etag, full: sent(full), unchanged: sent(unchanged) };
  }
  return { keepAliveSeconds, responses };
}

function sent({ status, headers, body }: ApiResponse): SentResponse {
  return { status, headers, body: body.toString("base64") };
}

/** @throws Error if the two servers do not send the same bytes, except for the date. */
export async function assertSame(ours: number, peer: number, { responses }: Sent): Promise<void> {
  for (const [path, { etag }] of Object.entries(responses)) {
    for (const headers of [{}, { "if-none-match": etag }]) {
      const [one, other] = await Promise.all([ask(ours, path, headers), ask(peer, path, headers)]);
      if (one.head !== other.head) throw new Error(`the peer's head of ${path} differs:\n${one.head}\n\n${other.head}`);
      if (!one.body.equals(other.body)) throw new Error(`the peer's body of ${path} differs`);
    }
  }
}
