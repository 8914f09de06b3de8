import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

export interface Reply {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** One request from `address`, over a new connection, as on a first visit. Status 0: no response. */
export async function visit(
  port: number,
  address: string,
  path: string,
  post?: { type: string; body: string; headers?: Record<string, string> },
): Promise<Reply> {
  const agent = new Agent({ localAddress: address });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", path, method: post === undefined ? "GET" : "POST", agent });
      sent.once("response", resolve).once("error", reject);
      for (const [name, value] of Object.entries(post?.headers ?? {})) sent.setHeader(name, value);
      if (post !== undefined) sent.setHeader("content-type", post.type);
      sent.end(post?.body);
    });
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  } catch {
    return { status: 0, headers: {}, body: "" };
  } finally {
    agent.destroy();
  }
}

/** The fields of an inquiry whose message is `query`. */
export function inquiryOf(query: string) {
  return { name: "Asha Example", phone: "+91 90000 00001", email: "asha@example.com", city: "Jaipur", query };
}

/** Posts an inquiry to the API, with the fields that a form adds. */
export function sendInquiry(port: number, address: string, query: string, more: Record<string, string> = {}) {
  const body = JSON.stringify({ ...inquiryOf(query), ...more });
  return visit(port, address, "/api/contact-inquiries", {
    type: "application/json",
    body,
    headers: { "idempotency-key": randomUUID() },
  });
}

export interface VisitorCount {
  sent: number;
  /** Their messages, which identify them in the store. */
  accepted: string[];
  /** Responses other than 201, by status; 0 is no response. */
  refused: Record<string, number>;
  /** When each was sent (`performance.now()`), and how long its response took, in milliseconds. */
  took: Array<{ at: number; ms: number }>;
}

/** Honest inquiries at a steady rate, from enough addresses that none passes its limit. */
export function startVisitors(options: { port: number; perSecond: number }) {
  const count: VisitorCount = { sent: 0, accepted: [], refused: {}, took: [] };
  const waiting = new Set<Promise<void>>();

  async function send(number: number): Promise<void> {
    const query = `The question of visitor ${number}`;
    const began = performance.now();
    const { status } = await sendInquiry(options.port, `127.0.2.${1 + (number % 250)}`, query);
    count.took.push({ at: began, ms: performance.now() - began });
    if (status === 201) count.accepted.push(query);
    else count.refused[status] = (count.refused[status] ?? 0) + 1;
  }

  const timer = setInterval(() => {
    const sending = send((count.sent += 1)).finally(() => waiting.delete(sending));
    waiting.add(sending);
  }, 1000 / options.perSecond);

  return {
    async stop(): Promise<VisitorCount> {
      clearInterval(timer);
      await Promise.all(waiting);
      return count;
    },
  };
}
