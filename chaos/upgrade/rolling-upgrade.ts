import { mkdirSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { seededRandom } from "#domain/testing-random.ts";
import { mailSettings, startMailServer } from "#server/notifications/testing.ts";
import { onServer, startPostgres } from "#server/store/postgres/testing-server.ts";
import { fillPostgres } from "../../bench/fill-postgres.ts";
import { freePort } from "../../src/server/testing-program.ts";
import { compareDelivered, letClaimsPass, readPostgres, untilDelivered } from "../cluster/postgres-check.ts";
import { type Checked, createChecker } from "../lib/check.ts";
import { type Forwarder, openForwarder } from "../lib/forwarder.ts";
import { createLedger } from "../lib/ledger.ts";
import { type Faults, load } from "../lib/load.ts";
import { type Delivered, startReceiver } from "../lib/receiver.ts";
import { owner, type Server, sleep, spawnServer } from "../lib/server.ts";
import { openBrowser } from "./browser.ts";
import { type Doings, visit, work } from "./people.ts";

export interface UpgradeOptions {
  /** The builds: of the released version, and of the one that replaces it. */
  from: string;
  to: string;
  /** The parent folder of the instances' folders. */
  folder: string;
  /** Seconds of each phase: before, with both versions, and after. */
  seconds: { before: number; both: number; after: number };
  seed: number;
  /** Inquiries that are there before. */
  inquiries?: number;
  progress?: (line: string) => void;
}

export interface UpgradeResult {
  sent: number;
  accepted: number;
  found: Checked;
  /** Requests that failed, promises that responses broke, and what is not stored as it was acknowledged. */
  faults: Faults;
  doings: Doings;
  delivered: Delivered;
  mails: {
    sent: number;
    /** Sent more than once. */
    doubled: number;
    /** Emails with a link to set a new password, for which nobody has asked. */
    ofPasswords: number;
  };
  /** Milliseconds from the spawning of the first instance of the new version to its first response. */
  migration: number;
}

const channel = "90000 00001";
const agent = "agent@example.com";
const [visitors, senders, members] = [4, 3, 2];
/** Seconds in which the balancer surely notices that an instance is leaving. */
const drainSeconds = "2";

/**
 * Replaces two instances on one PostgreSQL one after the other by another version under load, as an operator does, and
 * compares what is stored with what visitors and members were promised.
 */
export async function rollingUpgrade(options: UpgradeOptions): Promise<UpgradeResult> {
  const { seconds, inquiries = 0, progress = () => {} } = options;
  const random = seededRandom(options.seed);
  const ledger = createLedger(random);
  const doings: Doings = {
    requests: 0,
    slowest: 0,
    failures: [],
    notes: [],
    replies: [],
    answers: [],
    versions: new Map(),
    stale: 0,
    shownBy: { from: 0, to: 0 },
    files: new Set(),
  };
  const receiver = await startReceiver();
  // Slow, so that emails wait, and the other instance takes some of them.
  const mailServer = await startMailServer({ onRcptTo: (_to, _session, done) => void setTimeout(done, 150) });
  const postgres = await startPostgres();
  const url = `${postgres.url}/front_desk`;
  await onServer(`${postgres.url}/postgres`, (client) =>
    client.query("create database front_desk encoding 'UTF8' template template0"),
  );
  const balancer = await openBalancer();
  const instances = createInstances(options, url, balancer);
  const faults: Faults = doings.failures;
  try {
    await instances.start(0, options.from);
    await instances.start(1, options.from);
    const set = { webhook: { url: receiver.url }, mail: mailSettings(mailServer.port) };
    const assigneeId = await setUp(balancer.port, set);
    if (inquiries > 0)
      await fillPostgres(url, inquiries, { seed: 1, receivedAt: (number) => Date.now() - number, progress() {} });
    // One by the webhook, one by email.
    const checker = createChecker({ ledger, messages: 2 });
    checker.compare(await readPostgres(url), { isFull: true });

    const stop = new AbortController();
    const crowd = { port: balancer.port, ledger, random, signal: stop.signal, doings };
    const sending = { port: balancer.port, ledger, random, clients: senders, signal: stop.signal, pause: 100 };
    const running = Promise.all([
      load({
        ...sending,
        onResponse: ({ status }) => {
          doings.requests += 1;
          if (status !== 201) faults.push(`POST /api/contact-inquiries ${status}`);
        },
      }).then((broken) => faults.push(...broken)),
      ...Array.from({ length: visitors }, () => visit(crowd, channel)),
      ...Array.from({ length: members }, (_, index) => work(crowd, { index, of: members, assigneeId })),
    ]);
    let migration = 0;
    try {
      await sleep(seconds.before * 1000);
      progress("the first instance is replaced");
      migration = await instances.replace(0);
      progress(`both versions run, for ${seconds.both} s`);
      await sleep(seconds.both * 1000);
      // Long enough for a machine that is busy with other work.
      const latest = performance.now() + 60_000;
      const isQuiet = () => [doings.notes, doings.replies, doings.answers].some(({ length }) => length === 0);
      while (isQuiet() && performance.now() < latest) await sleep(100);
      progress("the second instance is replaced");
      await instances.replace(1);
      await sleep(seconds.after * 1000);
    } finally {
      stop.abort();
      await running;
    }

    // Messages that the version before could not send are tried again after a minute.
    await letClaimsPass(url);
    const last = new AbortController();
    const sent = load({ ...sending, clients: 1, signal: last.signal });
    last.abort();
    faults.push(...(await sent));
    await untilDelivered(url);
    const found = checker.compare(await readPostgres(url), { isFull: true });
    for (const { mark, state } of ledger.all) if (state !== "accepted") faults.push(`${mark} was not accepted`);
    faults.push(...(await missing(url, doings)), ...(await auditFaults(balancer.port)));
    const ids = mailServer.mails.map(({ headers }) => /^message-id: (.*)$/im.exec(headers)?.[1] ?? "");
    return {
      sent: ledger.all.length,
      accepted: ledger.count("accepted"),
      found,
      faults,
      doings,
      delivered: await compareDelivered(url, receiver),
      mails: {
        sent: ids.length,
        doubled: ids.length - new Set(ids).size,
        ofPasswords: mailServer.mails.filter(({ text }) => text.includes("asked for a new password")).length,
      },
      migration,
    };
  } finally {
    await instances.close();
    await Promise.all([balancer.close(), receiver.close(), mailServer.close()]);
    await postgres.stop();
  }
}

/** A load balancer: round robin over the instances that say that they are ready, which it asks ten times a second. */
async function openBalancer(): Promise<Forwarder & { watch: (ports: readonly number[]) => Promise<void> }> {
  const forwarder = await openForwarder();
  let ports: readonly number[] = [];
  const closing = new AbortController();
  const poll = async () => {
    const ready = await Promise.all(ports.map((port) => isReady(port)));
    forwarder.lead(ports.filter((_, index) => ready[index]));
  };
  const polling = (async () => {
    for (; !closing.signal.aborted; await sleep(100)) await poll();
  })();
  return {
    ...forwarder,
    async watch(nextPorts) {
      ports = nextPorts;
      await poll();
    },
    async close() {
      closing.abort();
      await polling;
      await forwarder.close();
    },
  };
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = get({ host: "127.0.0.1", port, path: "/readyz", agent: false }, (response) => {
      response.resume().on("close", () => resolve(response.statusCode === 200));
    });
    asking.on("error", () => resolve(false));
  });
}

/** Two instances behind the balancer, with a shared key and a folder each. */
function createInstances(
  { folder, to }: Pick<UpgradeOptions, "folder" | "to">,
  url: string,
  balancer: Awaited<ReturnType<typeof openBalancer>>,
) {
  const servers: Server[] = [];
  const keyFile = join(folder, "instance-0", "signing-key.pem");

  async function start(which: number, dist: string): Promise<number> {
    const dataDir = join(folder, `instance-${which}`);
    mkdirSync(dataDir, { recursive: true });
    const port = servers[which]?.port ?? (await freePort());
    const env = {
      DATABASE_URL: url,
      LIMIT_DRAIN_SECONDS: drainSeconds,
      // The first instance makes the key.
      ...(which === 0 ? {} : { SIGNING_KEY_FILE: keyFile }),
    };
    const server = spawnServer({ dist, dataDir, port, env });
    servers[which] = server;
    await server.untilReady();
    const taken = await server.untilFirstResponse(60, "/readyz");
    await balancer.watch(servers.map((each) => each.port));
    return taken;
  }

  return {
    start,

    /** Stops an instance as a service manager does, then starts the new version in its place. */
    async replace(which: number): Promise<number> {
      const server = servers[which];
      const ended = await server?.end("SIGTERM");
      if (ended?.code !== 0)
        throw new Error(`an instance that was to stop ended with ${ended?.code}: ${server?.output()}`);
      return start(which, to);
    },

    async close(): Promise<void> {
      await Promise.all(servers.map((server) => server.end("SIGKILL")));
    },
  };
}

/** Sets the settings, a channel and an agent, at the version to upgrade from; resolves with the id of the agent. */
async function setUp(port: number, settings: object): Promise<string> {
  const browser = openBrowser(port);
  const call = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const { status, text, headers: sent } = await browser.ask(method, `/api/${path}`, body, headers);
    if (status >= 300 || status === 0) throw new Error(`${path} answered ${status}: ${text}`);
    return { body: JSON.parse(text) as { link?: string }, cookie: String(sent["set-cookie"]).split(";")[0] ?? "" };
  };
  try {
    const { cookie } = await call("POST", "session", owner);
    const none = { retentionDays: 180, acknowledge: false, says: "reference", telegram: null };
    await call("PUT", "settings", { ...none, ...settings }, { cookie, "if-match": '"0"' });
    const whatsapp = { type: "whatsapp", value: `+91 ${channel}`, isActive: true, proof: "" };
    await call("POST", "contacts", whatsapp, { cookie });
    const invited = { email: agent, role: "agent" };
    const { link } = (await call("POST", "members", invited, { cookie })).body;
    await call("POST", "password", { token: link?.split("=")[1], password: "another made-up password" });
    const { members: team } = JSON.parse((await browser.ask("GET", "/api/members", undefined, { cookie })).text) as {
      members: Array<{ id: string; email: string }>;
    };
    // Each instance shows the channel by then.
    await sleep(3000);
    return team.find(({ email }) => email === agent)?.id ?? "";
  } finally {
    browser.close();
  }
}

/** Returns texts that were acknowledged to members and on private pages, and are not stored once. */
async function missing(url: string, { notes, replies, answers, versions }: Doings): Promise<Faults> {
  return onServer(url, async (client) => {
    const textsOf = async (query: string) => (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
    const wrong: Faults = [];
    const compare = (what: string, acknowledged: readonly string[], stored: readonly string[]) => {
      const counts = new Map<string, number>();
      for (const text of stored) counts.set(text, (counts.get(text) ?? 0) + 1);
      for (const text of acknowledged) {
        const count = counts.get(text) ?? 0;
        if (count !== 1) wrong.push(`${what} "${text}" is stored ${count} times`);
      }
    };
    compare("the note", notes, await textsOf("select text from inquiry_note"));
    compare("the reply", replies, await textsOf("select text from inquiry_entry where kind = 'reply'"));
    compare("the answer", answers, await textsOf("select text from inquiry_entry where kind = 'answer'"));
    const { rows } = await client.query<{ id: string; version: string }>("select id, version from inquiry");
    const stored = new Map(rows.map(({ id, version }) => [id, Number(version)]));
    for (const [id, version] of versions)
      if ((stored.get(id) ?? 0) < version) wrong.push(`a member's change of ${id} is lost`);
    return wrong;
  });
}

/** Returns the findings of the check of the audit log at the end. */
async function auditFaults(port: number): Promise<Faults> {
  const browser = openBrowser(port);
  try {
    const session = await browser.ask("POST", "/api/session", owner);
    const cookie = String(session.headers["set-cookie"]).split(";")[0] ?? "";
    const checked = await browser.ask("POST", "/api/audit-log/check", {}, { cookie });
    return checked.status === 200 && checked.text.includes('"ok":true') ? [] : [`the audit log: ${checked.text}`];
  } finally {
    browser.close();
  }
}
