import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { startServer } from "#server/testing-program.ts";
import { rawMail } from "#server/incoming-mail/testing.ts";
import { type Dovecot, startDovecot } from "#server/incoming-mail/testing-dovecot.ts";
import type { Bench, Figure } from "./figures.ts";

const owner = { email: "owner@example.com", password: "a long enough password" };
const html = { "Content-Type": "text/html" };

/** Emails that took seconds or ended the program when they were read on its own thread. */
const hostile: ReadonlyArray<() => Buffer> = [
  () => from("\r\n".repeat(12_500_000)),
  () => from("\n".repeat(2_500_000)),
  () => from("\n".repeat(3_000_000)),
  () => from("<b>".repeat(166_000), html),
  () => from("<h1>".repeat(125_000), html),
  () => from("<div>".repeat(100_000), html),
  () => from("<ul><li>".repeat(62_500), html),
  () => from(`<pre>${"\n".repeat(500_000)}`, html),
  () => from("", { Cc: "a:".repeat(100_000) }),
  () => from("a \n".repeat(830_000), { "Content-Type": "text/plain; format=flowed" }),
  () => from("--b\r\n\r\na\r\n".repeat(200_000), { "Content-Type": "multipart/mixed; boundary=b" }),
  () => from("a".repeat(25_000_000)),
];

let sent = 0;

/** Each from another sender: that they take turns does not help. */
function from(body: string, headers: Record<string, string> = {}): Buffer {
  sent += 1;
  return rawMail({ From: `sender${sent}@example.net`, ...headers }, body);
}

/** Measures the effect of hostile emails on a server with a heap of 700 MB, by push and by IMAP. */
export const mail: Bench = {
  name: "mail",
  async run({ short }) {
    const mails = short ? { kinds: hostile.slice(0, 2), flood: 5 } : { kinds: hostile, flood: 200 };
    const figures: Figure[] = [...(await measure("push", mails))];
    const missing: string[] = [];
    try {
      figures.push(...(await measure("imap", mails)));
    } catch (error) {
      missing.push(`IMAP: ${(error as Error).message}.`);
    }
    return { figures, missing, growth: [] };
  },
};

async function measure(
  way: "push" | "imap",
  { kinds, flood }: { kinds: typeof hostile; flood: number },
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-bench-mail-"));
  const dovecot = way === "imap" ? await startDovecot() : undefined;
  const env = {
    DATA_DIR: folder,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    NODE_OPTIONS: "--max-old-space-size=700",
  };
  const server = await startServer({ cwd: folder, env });
  let hasEnded = false;
  void server.ended.then(() => (hasEnded = true));
  const desk = await setUp(server.origin, dovecot);
  const visits = visitEvery(50, `${server.origin}/verify`);
  try {
    const each: number[] = [];
    for (const make of kinds) {
      const done = desk.send([make()]);
      each.push(await desk.secondsUntilTaken());
      await done;
    }
    const done = desk.send(Array.from({ length: flood }, (_, at) => kinds[at % kinds.length]?.() ?? from("")));
    if (way === "imap") await done;
    const after = await desk.secondsUntilTaken();
    await done;
    const { p99, slowest } = await visits.end();
    const figureOf = (name: string, unit: string, runs: number[], most?: number): Figure => ({
      name: `${way}: ${name}`,
      unit,
      runs,
      ...(most !== undefined && { aim: { bound: "≤", value: most } }),
    });
    return [
      figureOf(
        "the next genuine email, after the worst one",
        "s",
        [each.reduce((one, other) => (other > one ? other : one))],
        10,
      ),
      figureOf(`the next genuine email, after ${flood}`, "s", [after], 30),
      figureOf("GET /verify meanwhile, p99", "ms", [p99], 250),
      figureOf("GET /verify meanwhile, slowest", "ms", [slowest]),
      figureOf("the server ended", "times", [hasEnded ? 1 : 0], 0),
    ];
  } finally {
    await visits.end();
    server.signal("SIGKILL");
    await server.ended;
    await dovecot?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function setUp(origin: string, dovecot: Dovecot | undefined) {
  const call = async (path: string, method: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return response;
  };
  const session = await call("session", "POST", owner);
  const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const settings = {
    mail: null,
    webhook: null,
    telegram: null,
    retentionDays: 90,
    acknowledge: false,
    says: "reference",
  };
  const pushed = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push", host: "", port: 993, user: "" };
  const incoming = dovecot?.settings ?? { ...pushed, security: "tls" };
  const saved = await call("settings", "PUT", { ...settings, incoming }, { cookie, "if-match": '"0"' });
  const secret = (await saved.json()).incomingSecret ?? "";
  const state = async () => (await (await call("incoming-mail", "GET", undefined, { cookie })).json()).state;
  if (dovecot !== undefined) while ((await state()) !== "connected") await sleep(100);
  /**
   * Returns whether an inquiry with this text is in the inbox, or among those that are suspected: each sender is new.
   */
  const isThere = async (text: string) => {
    for (const view of ["", "&status=suspected"]) {
      const page = await (await call(`contact-inquiries?limit=20${view}`, "GET", undefined, { cookie })).json();
      if ((page.inquiries as Array<{ excerpt: string }>).some(({ excerpt }) => excerpt.includes(text))) return true;
    }
    return false;
  };
  /** Pushes as a provider does: again as long as the server is busy. */
  const push = async (raw: Buffer): Promise<string> => {
    const headers = { "content-type": "message/rfc822", authorization: `Bearer ${secret}` };
    for (;;) {
      const response = await fetch(`${origin}/api/incoming-mail`, {
        method: "POST",
        headers,
        body: new Uint8Array(raw),
      });
      if (response.status !== 503) return (await response.json()).outcome;
      await sleep(500);
    }
  };
  return {
    async send(raws: readonly Buffer[]): Promise<void> {
      if (dovecot !== undefined) return dovecot.deliver(...raws);
      // A provider opens about as many connections.
      const rest = [...raws];
      const connection = async () => {
        for (let raw = rest.pop(); raw !== undefined; raw = rest.pop()) await push(raw);
      };
      await Promise.all(Array.from({ length: 10 }, connection));
    },

    /** Sends a genuine email, and waits until it is an inquiry. */
    async secondsUntilTaken(): Promise<number> {
      const text = `Where is my deposit ${sent}?`;
      const raw = from(text);
      const start = performance.now();
      if (dovecot === undefined) {
        const outcome = await push(raw);
        if (outcome !== "inquiry") throw new Error(`a genuine email was answered with ${outcome}`);
      } else {
        await dovecot.deliver(raw);
        while (!(await isThere(text))) await sleep(100);
      }
      return (performance.now() - start) / 1000;
    },
  };
}

/** Requests a page at this interval, in a thread of its own, which the making of large emails does not hold up. */
function visitEvery(ms: number, url: string) {
  const worker = new Worker(new URL("./visit-worker.ts", import.meta.url), { workerData: { ms, url } });
  const answer = once(worker, "message");
  return {
    /** The p99 and the slowest, in milliseconds. */
    async end(): Promise<{ p99: number; slowest: number }> {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
      worker.postMessage("end");
      const [times] = await answer;
      await worker.terminate();
      return times;
    },
  };
}
