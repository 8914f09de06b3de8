import { Agent, request } from "node:http";
import type { Ledger, Sent } from "./ledger.ts";

/** The response to one try; `null` if the connection ended without one. */
export type Answer = { status: number; retryAfter: string | undefined; reference: string | undefined } | null;

/** Broken promises, one line each. */
export type Faults = string[];

export interface LoadOptions {
  port: number;
  ledger: Ledger;
  random: () => number;
  /** How many clients send at once; each sends again as soon as it has its response. */
  clients: number;
  /** Ends the load: nothing more is sent, and open requests are awaited. */
  signal: AbortSignal;
  /** Between two tries of one client, in milliseconds. */
  pause?: number;
  /** After this many milliseconds, a rejected inquiry with a key is sent again, as the response asks. */
  againAfter?: number;
  /** Called with each response and the time its request was sent. */
  onResponse?: (answer: NonNullable<Answer>, sentAt: number) => void;
}

/**
 * Clients that send inquiries, some with a key, some twice at once, and that retry with the same key without a
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
    const answer = await post(port, agent, sent);
    settle(sent, answer, faults);
    if (answer !== null) options.onResponse?.(answer, sentAt);
  }

  async function client(): Promise<void> {
    while (!signal.aborted) {
      const again = random() < 0.5 ? open.pop() : undefined;
      const sent = again ?? ledger.next({ hasKey: random() < 0.7 });
      // A double tap: both requests are open at once.
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
export function settle(sent: Sent, answer: Answer, faults: Faults): void {
  if (answer === null) return;
  if (answer.status === 201) {
    if (answer.reference === undefined) faults.push(`${sent.mark}: 201 without a reference`);
    if (sent.reference !== undefined && sent.reference !== answer.reference) {
      faults.push(`${sent.mark}: the same key got ${sent.reference}, then ${answer.reference}`);
    }
    sent.state = "accepted";
    sent.reference = answer.reference;
  } else {
    if (answer.status !== 503) faults.push(`${sent.mark}: answered ${answer.status}`);
    if (answer.retryAfter === undefined) faults.push(`${sent.mark}: ${answer.status} without Retry-After`);
    if (sent.state === "lost") sent.state = "refused";
  }
}

/** Sends an inquiry once. */
export function post(port: number, agent: Agent, { key, fields }: Sent): Promise<Answer> {
  const body = JSON.stringify(fields);
  return new Promise((resolve) => {
    const sending = request(
      {
        host: "127.0.0.1",
        port,
        agent,
        method: "POST",
        path: "/api/contact-inquiries",
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        answer.on("close", () => {
          if (!answer.complete) return resolve(null);
          const { reference }: { reference?: string } = answer.statusCode === 201 ? JSON.parse(text) : {};
          resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"], reference });
        });
        answer.on("error", () => resolve(null));
      },
    );
    sending.on("error", () => resolve(null));
    sending.end(body);
  });
}
