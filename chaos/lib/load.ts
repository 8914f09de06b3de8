import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { Ledger, Sent } from "./ledger.ts";

/** The response to one try; `null` if the connection ended without one. */
export type ApiResponse = { status: number; retryAfter: string | undefined; reference: string | undefined } | null;

/** Broken promises, one line each. */
export type Faults = string[];

export interface LoadOptions {
  port: number;
  ledger: Ledger;
  random: () => number;
  /** Number of clients that send in parallel; each sends again as soon as it has its response. */
  clients: number;
  /** Ends the load: nothing more is sent, and open requests are awaited. */
  signal: AbortSignal;
  /** Between two tries of one client, in milliseconds. */
  pause?: number;
  /** After this many milliseconds, a rejected inquiry with a key is sent again, as the response asks. */
  againAfter?: number;
  /** The share of inquiries with a file; none by default. */
  files?: number;
  /** Called with each response and the time its request was sent. */
  onResponse?: (response: NonNullable<ApiResponse>, sentAt: number) => void;
}

/**
 * Clients that send inquiries, some with a key, some twice simultaneously, and that retry with the same key without a
 * response. Resolves with the broken promises when all tries have ended.
 */
export async function load(options: LoadOptions): Promise<Faults> {
  const { port, ledger, random, clients, signal } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: clients * 2 });
  const faults: Faults = [];
  const isOpen = ({ state, key }: Sent) =>
    key !== undefined && (state === "lost" || (state === "refused" && options.againAfter !== undefined));
  const open = ledger.all.filter(isOpen);

  async function one(sent: Sent): Promise<void> {
    const sentAt = performance.now();
    const response = await post(port, agent, sent);
    settle(sent, response, faults);
    if (response !== null) options.onResponse?.(response, sentAt);
  }

  async function client(): Promise<void> {
    while (!signal.aborted) {
      const again = random() < 0.5 ? open.pop() : undefined;
      const sent = again ?? ledger.next({ hasKey: random() < 0.7, hasFile: random() < (options.files ?? 0) });
      // A double tap: both requests are open simultaneously.
      if (sent.key !== undefined && random() < 0.1) await Promise.all([one(sent), one(sent)]);
      else await one(sent);
      // A retry after a response, as if the response was lost.
      if (sent.key !== undefined && sent.state === "accepted" && random() < 0.1) await one(sent);
      if (options.pause !== undefined) await new Promise((resolve) => void setTimeout(resolve, options.pause));
      if (sent.state === "accepted") continue;
      await new Promise((resolve) => void setTimeout(resolve, options.againAfter ?? 2));
      if (options.againAfter !== undefined && isOpen(sent)) open.push(sent);
    }
  }

  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return faults;
}

/** Records a response in the ledger, and what is wrong with it in `faults`. */
export function settle(sent: Sent, response: ApiResponse, faults: Faults): void {
  if (response === null) return;
  if (response.status === 201) {
    if (response.reference === undefined) faults.push(`${sent.mark}: 201 without a reference`);
    if (sent.reference !== undefined && sent.reference !== response.reference) {
      faults.push(`${sent.mark}: the same key got ${sent.reference}, then ${response.reference}`);
    }
    sent.state = "accepted";
    sent.reference = response.reference;
  } else {
    if (response.status !== 503) faults.push(`${sent.mark}: answered ${response.status}`);
    if (response.retryAfter === undefined && sent.file === undefined)
      faults.push(`${sent.mark}: ${response.status} without Retry-After`);
    if (sent.state === "lost") sent.state = "refused";
  }
}

/** Milliseconds that a response is awaited: a broken server may leave a request open. */
export const answerMs = 30_000;

/** Sends an inquiry once. */
export function post(port: number, agent: Agent, { key, fields, file }: Sent): Promise<ApiResponse> {
  const { type, body } =
    file === undefined ? { type: "application/json", body: JSON.stringify(fields) } : form(fields, file);
  return new Promise((resolve) => {
    const sending = request(
      {
        host: "127.0.0.1",
        port,
        agent,
        method: "POST",
        path: "/api/contact-inquiries",
        headers: {
          "content-type": type,
          "content-length": Buffer.byteLength(body),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("close", () => {
          if (!response.complete) return resolve(null);
          const { reference }: { reference?: string } = response.statusCode === 201 ? JSON.parse(text) : {};
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"], reference });
        });
        response.on("error", () => resolve(null));
      },
    );
    sending.on("error", () => resolve(null));
    sending.setTimeout(answerMs, () => sending.destroy());
    sending.end(body);
  });
}

/** The body of a form with a file (RFC 7578). */
function form(fields: Sent["fields"], file: Buffer): { type: string; body: Buffer } {
  const boundary = randomUUID();
  const part = (name: string, more = "") =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const values = Object.entries(fields).map(([name, value]) => `${part(name)}${value}\r\n`);
  const start = `${values.join("")}${part("attachments", '; filename="a.pdf"')}`;
  const body = Buffer.concat([Buffer.from(start), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}
