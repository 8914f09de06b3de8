import { randomUUID } from "node:crypto";
import type { Ledger } from "../lib/ledger.ts";
import { settle } from "../lib/load.ts";
import { owner, sleep } from "../lib/server.ts";
import { type Browser, openBrowser, type Reply } from "./browser.ts";

/** Actions of visitors and members, and their outcomes. */
export interface Doings {
  requests: number;
  /** The slowest request, in milliseconds. */
  slowest: number;
  /** Requests that failed, one line each. */
  failures: string[];
  /** Acknowledged texts: each must be stored once. */
  notes: string[];
  replies: string[];
  answers: string[];
  /** The last version of each inquiry that a member's change has made. */
  versions: Map<string, number>;
  /** Changes that came too late, since a visitor or a colleague had changed the inquiry. */
  stale: number;
  /** Number of inquiries that each of the two versions of the program showed to members. */
  shownBy: { from: number; to: number };
  /** Built files that have come once: a proxy keeps them. */
  files: Set<string>;
}

interface Crowd {
  port: number;
  ledger: Ledger;
  random: () => number;
  signal: AbortSignal;
  doings: Doings;
}

/** Addresses that both versions know. */
const pages = ["/", "/contact", "/contact?tab=community", "/contact/message", "/verify", "/report", "/privacy"];
const documents = ["/api/contacts/active", "/contact.vcf", "/.well-known/official-channels.json"];

/** Visitors who open pages with the files that these name, write, and answer on their private pages. */
export async function visit(crowd: Crowd, channel: string): Promise<void> {
  const { port, random, signal } = crowd;
  while (!signal.aborted) {
    const browser = openBrowser(port);
    try {
      await (random() < 0.5 ? look(browser, crowd, channel) : converse(browser, crowd));
    } finally {
      browser.close();
    }
    await sleep(random() * 100);
  }
}

async function look(browser: Browser, crowd: Crowd, channel: string): Promise<void> {
  const page = one(pages, crowd.random);
  const shown = await ask(crowd, browser, "GET", page);
  if (page === "/" && shown.status === 200 && !shown.text.includes(channel))
    crowd.doings.failures.push(`GET ${page} shows no channel`);
  for (const [, file = ""] of shown.text.matchAll(/(?:src|href)="(\/assets\/[\w.-]+)"/g))
    await fetchFile(crowd, browser, file);
  await ask(crowd, browser, "GET", one(documents, crowd.random));
}

/** Gets a file of a page as `deploy/nginx-tls.conf` does: once, and from the other instance if one does not have it. */
async function fetchFile(crowd: Crowd, browser: Browser, file: string): Promise<void> {
  const { files } = crowd.doings;
  if (files.has(file)) return;
  const first = await browser.ask("GET", file);
  if (first.status === 404) {
    const other = openBrowser(crowd.port);
    await ask(crowd, other, "GET", file);
    other.close();
  } else await ask(crowd, browser, "GET", file);
  files.add(file);
}

/** Sends an inquiry, opens its private page, and answers there if the page has a form for it. */
async function converse(browser: Browser, crowd: Crowd): Promise<void> {
  const { ledger, doings, random } = crowd;
  const sent = ledger.next({ hasKey: true });
  const key = { "idempotency-key": sent.key };
  const accepted = await ask(crowd, browser, "POST", "/api/contact-inquiries", sent.fields, key, 201);
  if (accepted.status !== 201) return;
  const { reference, receipt } = JSON.parse(accepted.text) as { reference: string; receipt: string };
  settle(sent, { status: 201, retryAfter: undefined, reference }, doings.failures);
  for (let times = 0; times < 3; times += 1) {
    await sleep(random() * 200);
    const page = await ask(crowd, browser, "GET", receipt);
    if (page.status !== 200) return;
    if (!page.text.includes(reference)) doings.failures.push("a private page shows no reference");
    const form = answerForm(page.text);
    if (form === undefined) continue;
    const text = `${sent.mark} answers ${times}`;
    form.set("text", text);
    const origin = { origin: `http://127.0.0.1:${crowd.port}` };
    const answered = await ask(crowd, browser, "POST", receipt, form, origin, 303);
    if (answered.status === 303) doings.answers.push(text);
  }
}

/** The fields of the form on a private page; undefined if it has none. */
function answerForm(page: string): URLSearchParams | undefined {
  const form = page.match(/<form.*?<\/form>/gs)?.find((each) => each.includes('name="text"'));
  if (form === undefined) return undefined;
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = /\bname="([^"]*)"/.exec(input)?.[1];
    if (name !== undefined && !input.includes('type="file"'))
      fields.set(name, /\bvalue="([^"]*)"/.exec(input)?.[1] ?? "");
  }
  return fields;
}

interface Detail {
  id: string;
  version: number;
  status: string;
  assignee: object | null;
  /** The conversation, which the version to upgrade from does not have. */
  entries?: unknown[];
}

/** One of several members: each works on other inquiries. */
export interface Place {
  index: number;
  of: number;
  /** The member to whom they assign inquiries. */
  assigneeId: string;
}

/**
 * A member who reads the inbox, and changes, assigns, annotates and, where the program can, replies, all with one
 * browser.
 */
export async function work(crowd: Crowd, place: Place): Promise<void> {
  const { port, random, signal, doings } = crowd;
  let browser = openBrowser(port);
  try {
    const session = await ask(crowd, browser, "POST", "/api/session", owner);
    if (session.status !== 200) return;
    const headers = { cookie: String(session.headers["set-cookie"]).split(";")[0] };
    const get = <T>(path: string) => read<T>(crowd, browser, path, headers);
    while (!signal.aborted) {
      await sleep(random() * 100);
      if (random() < 0.2) {
        // A pause ends a connection, and the next one may lead to the other instance.
        browser.close();
        browser = openBrowser(port);
      }
      const list = await get<{ inquiries: Array<{ id: string }> }>("/api/contact-inquiries?limit=100");
      const own = list?.inquiries.filter(({ id }) => parseInt(id.slice(0, 4), 16) % place.of === place.index) ?? [];
      if (own.length === 0) continue;
      const path = `/api/contact-inquiries/${one(own, random).id}`;
      const detail = await get<Detail>(path);
      if (detail === undefined) continue;
      doings.shownBy[detail.entries === undefined ? "from" : "to"] += 1;
      const text = `${randomUUID()} of a member`;
      if (random() < 0.3) {
        const noted = await ask(crowd, browser, "POST", `${path}/notes`, { text }, headers, 201);
        if (noted.status === 201) doings.notes.push(text);
      }
      const { version } = (await get<Detail>(path)) ?? detail;
      const seen = { ...headers, "if-match": `"${version}"` };
      const replies = random() < 0.4 && detail.entries !== undefined;
      const change = {
        status: detail.status === "in progress" ? "closed" : "in progress",
        assigneeId: detail.assignee === null ? place.assigneeId : null,
      };
      const changed = replies
        ? await ask(crowd, browser, "POST", `${path}/replies`, { id: randomUUID(), way: "page", text }, seen, 201, 412)
        : await ask(crowd, browser, "PATCH", path, change, seen, 200, 412);
      if (changed.status === 412) doings.stale += 1;
      else if (changed.status < 300) {
        doings.versions.set(detail.id, (JSON.parse(changed.text) as Detail).version);
        if (replies) doings.replies.push(text);
      }
    }
  } finally {
    browser.close();
  }
}

async function read<T>(crowd: Crowd, browser: Browser, path: string, headers: object): Promise<T | undefined> {
  const { status, text } = await ask(crowd, browser, "GET", path, undefined, headers);
  return status === 200 ? (JSON.parse(text) as T) : undefined;
}

/** Sends a request; one with none of the expected statuses (200) is a failure. */
async function ask(
  { doings }: Pick<Crowd, "doings">,
  browser: Browser,
  method: string,
  path: string,
  body?: object,
  headers: object = {},
  ...expected: number[]
): Promise<Reply> {
  const started = performance.now();
  const reply = await browser.ask(method, path, body, { ...headers });
  doings.requests += 1;
  doings.slowest = Math.max(doings.slowest, performance.now() - started);
  if (!(expected.length === 0 ? [200] : expected).includes(reply.status)) {
    const where = path.replace(/\?key=.*/, "").replace(/[\da-f-]{36}/, ":id");
    const why = reply.status === 0 || reply.headers["content-type"]?.includes("json") ? `: ${reply.text}` : "";
    doings.failures.push(`${method} ${where} ${reply.status}${why.slice(0, 200)}`);
  }
  return reply;
}

const one = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)] as T;
