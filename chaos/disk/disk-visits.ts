import { Agent } from "node:http";
import type { Ledger, Sent } from "../lib/ledger.ts";
import { answerMs, post, settle } from "../lib/load.ts";

/** Outcomes of visits during a disk fault. */
export interface Met {
  accepted: number;
  refused: number;
  /** The slowest page, in milliseconds. */
  slowestPage: number;
  faults: string[];
}

const pages = ["/", "/contact", "/contact/message", "/privacy", "/api/contacts/active", "/livez"];

/** Three simultaneous visitors: one sends an inquiry by the API, one by the plain form, one opens every page. */
export async function visit(origin: string, ledger: Ledger, met: Met): Promise<void> {
  await Promise.all([
    sendByApi(origin, ledger.next({ hasKey: true }), met),
    sendByForm(origin, ledger.next({ hasKey: true }), met),
    openPages(origin, met),
  ]);
}

/** The response; null if there is none in time: a broken server may leave a request open. */
export async function answerOf(address: string, init: RequestInit = {}): Promise<Response | null> {
  return fetch(address, { ...init, signal: AbortSignal.timeout(answerMs) }).catch(() => null);
}

async function openPages(origin: string, met: Met): Promise<void> {
  for (const page of pages) {
    const started = performance.now();
    const response = await answerOf(origin + page);
    met.slowestPage = Math.max(met.slowestPage, performance.now() - started);
    if (response?.status !== 200) met.faults.push(`${page} answered ${response?.status ?? "nothing"}`);
  }
}

/** Sends an inquiry by the API, and checks how it is rejected. */
export async function sendByApi(origin: string, sent: Sent, met: Met): Promise<void> {
  const agent = new Agent();
  const reply = await post(Number(new URL(origin).port), agent, sent);
  agent.destroy();
  if (reply === null) met.faults.push(`${sent.mark}: no answer`);
  settle(sent, reply, met.faults);
  count(sent, met);
}

/** Sends an inquiry by the plain form, which has to return the typed text. */
async function sendByForm(origin: string, sent: Sent, met: Met): Promise<void> {
  const form = { ...sent.fields, key: sent.key ?? "" };
  const response = await answerOf(`${origin}/contact/message`, {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  if (response === null) return void met.faults.push(`${sent.mark}: the form got no answer`);
  const text = await response.text();
  if (response.status === 303) sent.state = "accepted";
  else {
    sent.state = "refused";
    if (response.status !== 503) met.faults.push(`${sent.mark}: the form answered ${response.status}`);
    if (response.headers.get("retry-after") === null)
      met.faults.push(`${sent.mark}: the form came without Retry-After`);
    for (const typed of Object.values(sent.fields)) {
      if (!text.includes(typed)) met.faults.push(`${sent.mark}: the form has lost "${typed}"`);
    }
    if (sent.key !== undefined && !text.includes(sent.key)) met.faults.push(`${sent.mark}: the form has another key`);
  }
  count(sent, met);
}

function count(sent: Sent, met: Met): void {
  if (sent.state === "accepted") met.accepted += 1;
  else met.refused += 1;
}
