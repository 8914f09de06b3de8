import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ImapFlow } from "imapflow";
import { inEnglish } from "#copy/server/render.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { day, minute, second } from "#domain/time/durations.ts";
import { codeOf } from "../lib/errors.ts";
import { connectionProblem } from "../notifications/http-post.ts";
import { mayBePlain } from "../lib/network.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { FullSettings } from "../settings/full-settings.ts";
import { StoreUnavailableError } from "../store/store-unavailable.ts";
import { createFairQueue } from "../lib/fair-queue.ts";
import type { MailOutcome } from "./mail-tries.ts";
import { senderLine } from "./mail-headers.ts";
import type { IncomingMailStore } from "./incoming-mail-queries.ts";
import { maxMailBytes } from "./parse-mail.ts";

export type Mailbox = ReturnType<typeof createMailbox>;

type Incoming = NonNullable<FullSettings["incoming"]>;

/** State of the connection to the mailbox. */
export interface MailboxState {
  state: "off" | "connecting" | "connected" | "failing";
  /** Why it fails, for owners. */
  problem: string | null;
  /** Time from which it is in this state, in ms since 1970. */
  since: number;
}

/** Logs contain no address and nothing of an email. */
interface MailboxLog {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

interface MailboxTimings {
  /** Time between two polls: IDLE announces new emails at once, but not every server does, nor always. */
  pollMs: number;
  /** Time in which changed settings are noticed. */
  settingsMs: number;
  /** Wait after a failure; it doubles with each further one up to `maxWaitMs`. */
  waitMs: number;
  maxWaitMs: number;
  timeoutMs: number;
}

const usualTimings: MailboxTimings = {
  pollMs: minute,
  settingsMs: 5 * second,
  waitMs: 5 * second,
  maxWaitMs: 10 * minute,
  timeoutMs: 30 * second,
};

/** Bytes that are read of an email. With one more than the limit, it is known to be cut. */
const maxBytes = maxMailBytes + 1;

/** Emails that are put in the queue at once, and bytes of each in which its sender is looked for. */
const maxFound = 500;
const maxHead = 16_384;

/** An email without files. Reading one takes some milliseconds, a larger one up to seconds. */
const smallBytes = 256 * 1024;

/** Tries to take an email. One that fails more often than this, not for the store, stays in the mailbox. */
const maxTries = 3;

/** Days of emails that are read again after UIDVALIDITY has changed; known ones are skipped. */
const rereadDays = 7;

/**
 * Reads a mailbox over IMAP (RFC 9051) as long as one is set up. An email is stored before the position of the mailbox
 * moves past it, so that it is read again after a crash; later ones that were taken before it are known then. The
 * mailbox itself is not changed.
 */
export function createMailbox(deps: {
  store: IncomingMailStore;
  settings: Pick<SettingsService, "current">;
  take: (raw: Buffer) => Promise<MailOutcome>;
  /** Hosts that may be read without encryption, besides this machine. */
  plainHosts: ReadonlySet<string>;
  now: () => number;
  timings?: Partial<MailboxTimings> | undefined;
}) {
  const { store, settings, take, now } = deps;
  const timings = { ...usualTimings, ...deps.timings };
  const ending = new AbortController();
  let state: MailboxState = { state: "off", problem: null, since: now() };
  let running: Promise<void> | undefined;
  /** The email that could not be taken last, and how often. */
  let failed = { uid: 0, tries: 0 };

  function become(next: MailboxState["state"], problem: string | null = null): void {
    if (state.state !== next || state.problem !== problem) state = { state: next, problem, since: now() };
  }

  /** The mailbox that is set up, if its password is known; otherwise says why there is none. */
  async function place(): Promise<Incoming | null> {
    const { incoming, unreadable } = await settings.current();
    if (incoming === null || incoming.way !== "imap") {
      become("off");
      return null;
    }
    if (incoming.security === "none" && !mayBePlain(incoming.host, deps.plainHosts)) {
      become("failing", say("mailbox.unencrypted"));
      return null;
    }
    if (!unreadable.includes("incoming.password")) return incoming;
    become("failing", say("mailbox.secret"));
    return null;
  }

  async function run(log: MailboxLog): Promise<void> {
    let wait = timings.waitMs;
    while (!ending.signal.aborted) {
      let incoming: Incoming | null = null;
      try {
        incoming = await place();
        if (incoming === null) {
          await pause(timings.settingsMs);
          continue;
        }
        if (state.state !== "failing") become("connecting");
        await readWhileSet(incoming, log, () => (wait = timings.waitMs));
      } catch (error) {
        if (ending.signal.aborted) return;
        const problem = problemOf(error);
        become("failing", problem);
        log.warn({ problem: inEnglish(problem), code: codeOf(error) }, "the mailbox could not be read");
        const isChanged = await waitUntilChanged(incoming, wait);
        wait = isChanged ? timings.waitMs : Math.min(2 * wait, timings.maxWaitMs);
      }
    }
  }

  /** Waits at most this long, and returns whether another mailbox has been set up meanwhile. Never throws. */
  async function waitUntilChanged(failing: Incoming | null, ms: number): Promise<boolean> {
    for (let left = ms; left > 0 && !ending.signal.aborted; left -= timings.settingsMs) {
      await pause(Math.min(left, timings.settingsMs));
      // If the store fails, the mailbox counts as unchanged.
      if (!isSameMailbox(failing, await place().catch(() => failing))) return true;
    }
    return false;
  }

  /** Reads the mailbox until the settings change or the program stops. @throws if the connection fails */
  async function readWhileSet(incoming: Incoming, log: MailboxLog, connected: () => void): Promise<void> {
    const client = await connect(incoming, timings.timeoutMs);
    const session = new AbortController();
    let failure: Error | undefined;
    let arrived = true;
    // An error event without a listener would end the program.
    client.on("error", (error: Error) => {
      failure ??= error;
      session.abort();
    });
    client.on("close", () => session.abort());
    client.on("exists", () => {
      arrived = true;
      woken.abort();
    });
    let woken = new AbortController();
    const stop = () => client.close();
    ending.signal.addEventListener("abort", stop, { once: true });
    try {
      await client.connect();
      const { uidValidity, uidNext } = await client.mailboxOpen("INBOX", { readOnly: true });
      const mailbox = { id: idOf(incoming), uidValidity: String(uidValidity), uidNext };
      const hasMore = () => {
        const isMore = arrived;
        arrived = false;
        return isMore;
      };
      const reader = createReader(client, mailbox, hasMore, log);
      become("connected");
      connected();
      let polled = now();
      while (!session.signal.aborted && !ending.signal.aborted) {
        const age = now() - polled;
        // Negative if the clock was set back since.
        if (arrived || age < 0 || age >= timings.pollMs) {
          arrived = false;
          polled = now();
          await reader.readNew();
        }
        if (arrived) continue;
        woken = new AbortController();
        await pause(timings.settingsMs, AbortSignal.any([session.signal, woken.signal]));
        if (!isSameMailbox(incoming, await place())) return;
      }
      if (!ending.signal.aborted) throw failure ?? Object.assign(new Error("closed"), { code: "ECONNRESET" });
    } catch (error) {
      // A command that a broken connection ends does not say why it broke.
      throw failure ?? error;
    } finally {
      ending.signal.removeEventListener("abort", stop);
      client.close();
    }
  }

  /** Takes the emails of a mailbox, not in their order: senders take turns. */
  function createReader(
    client: ImapFlow,
    { id: mailbox, uidValidity, uidNext }: { id: string; uidValidity: string; uidNext: number },
    hasMore: () => boolean,
    log: MailboxLog,
  ) {
    /** The highest UID that was found; undefined before the first one is. */
    let found: number | undefined;
    /** UIDs that are not taken yet, in order; the stored position is below each. */
    const waiting = new Set<number>();
    const small = createFairQueue<number>({ now });
    const large = createFairQueue<number>({ now });
    const larges = new Set<number>();
    let taken = 0;
    const queueOf = (uid: number) => (larges.has(uid) ? large : small);

    /** The next one: small emails do not wait for large ones, of which every fifth is one. */
    function next(): { sender: string; item: number } | undefined {
      taken += 1;
      return taken % 5 === 0 ? (large.next() ?? small.next()) : (small.next() ?? large.next());
    }

    /** The highest UID that was taken. Emails from before the mailbox was set up are not read. */
    async function startingUid(): Promise<number> {
      const known = await store.position(mailbox);
      if (known?.uidValidity === uidValidity) return known.uid;
      if (known === null) {
        await store.setPosition(mailbox, { uidValidity, uid: uidNext - 1 });
        return uidNext - 1;
      }
      const since = new Date(now() - rereadDays * day);
      const recent = await client.search({ since }, { uid: true });
      return (recent || []).reduce((first, uid) => Math.min(first, uid), uidNext) - 1;
    }

    /** Puts new emails in the queue, each under its sender; some hundreds at once, until none is left. */
    async function findNew(): Promise<void> {
      while (await findSome());
    }

    async function findSome(): Promise<boolean> {
      const last = found ?? (await startingUid());
      found = last;
      // `n:*` names the last email even if its UID is below n (RFC 9051, section 9: seq-range).
      const all = await client.search({ uid: `${last + 1}:*` }, { uid: true });
      const uids = (all || []).filter((uid) => uid > last).toSorted((one, other) => one - other);
      const some = uids.slice(0, maxFound);
      if (some.length === 0) return false;
      const senders = new Map<number, string>();
      const heads = client.fetch(some, { uid: true, size: true, source: { maxLength: maxHead } }, { uid: true });
      for await (const { uid, source, size = 0 } of heads) {
        senders.set(uid, source === undefined ? "" : senderLine(source));
        if (size > smallBytes) larges.add(uid);
      }
      for (const uid of some) {
        waiting.add(uid);
        queueOf(uid).push(senders.get(uid) ?? "", uid);
        found = uid;
      }
      return uids.length > some.length;
    }

    async function storePosition(): Promise<void> {
      const [lowest] = waiting;
      await store.setPosition(mailbox, { uidValidity, uid: lowest === undefined ? (found ?? 0) : lowest - 1 });
    }

    return {
      async readNew(): Promise<void> {
        await findNew();
        const later: Array<{ sender: string; item: number }> = [];
        for (let one = next(); one !== undefined; one = next()) {
          const { sender, item: uid } = one;
          const stays = () => queueOf(uid).push(sender, uid);
          if (ending.signal.aborted) return;
          const message = await client.fetchOne(String(uid), { source: { maxLength: maxBytes } }, { uid: true });
          // Deleted in the meantime.
          const raw = message === false ? undefined : message.source;
          const outcome = raw === undefined ? null : await takeOrSkip(uid, raw, log);
          if (outcome === "off") return stays();
          if (outcome === "busy") later.push(one);
          else {
            if (outcome !== null) log.info({ outcome }, "an email was read");
            if (outcome === "listed") for (const queue of [small, large]) queue.goLast(sender);
            waiting.delete(uid);
            larges.delete(uid);
            await storePosition();
          }
          // Emails that arrive during a flood have their turn, too.
          if (hasMore()) await findNew();
        }
        for (const { sender, item } of later) queueOf(item).push(sender, item);
      },
    };
  }

  /** @throws for the store, and until `maxTries` for any other error; then null */
  async function takeOrSkip(uid: number, raw: Buffer, log: MailboxLog): Promise<MailOutcome | null> {
    try {
      return await take(raw);
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      failed = { uid, tries: failed.uid === uid ? failed.tries + 1 : 1 };
      if (failed.tries < maxTries) throw error;
      log.error({ err: error }, "an email could not be taken, and stays in the mailbox");
      return null;
    }
  }

  /** Ends early if the program stops or the signal aborts. */
  async function pause(ms: number, signal = ending.signal): Promise<void> {
    const end = AbortSignal.any([ending.signal, signal]);
    await sleep(ms, undefined, { signal: end, ref: false }).catch(() => undefined);
  }

  return {
    start(options: { log: MailboxLog }): void {
      running = run(options.log);
    },

    state: (): MailboxState => state,

    /** Closes the connection; resolves once no email is being taken. */
    async stop(): Promise<void> {
      ending.abort();
      await running;
    },
  };
}

async function connect({ host, port, security, user, password }: Incoming, timeoutMs: number): Promise<ImapFlow> {
  // Loaded on first use, for a faster start.
  const { ImapFlow: Client } = await import("imapflow");
  return new Client({
    host,
    port,
    secure: security === "tls",
    ...(security === "tls" ? {} : { doSTARTTLS: security === "starttls" }),
    auth: { user, pass: password },
    tls: { minVersion: "TLSv1.2" },
    logger: false,
    disableAutoEnable: true,
    autoIdleDelay: 500,
    maxIdleTime: 5 * minute,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // The poll asks a connection that has died silently: its answer is overdue then.
    socketTimeout: 2 * timeoutMs,
    maxLiteralSize: 2 * maxBytes,
    maxResponseSize: 4 * maxBytes,
  });
}

/** The key of a mailbox's position. */
function idOf({ host, user }: Incoming): string {
  return createHash("sha256")
    .update(JSON.stringify([host.toLowerCase(), user]))
    .digest("base64url");
}

function isSameMailbox(one: Incoming | null, other: Incoming | null): boolean {
  return (["host", "port", "security", "user", "password"] as const).every((field) => one?.[field] === other?.[field]);
}

/** Text for owners. The server's own text may contain an address, so it is left out. */
function problemOf(error: unknown): ServerText {
  if (error instanceof StoreUnavailableError) return say("store.unavailable");
  const failure = error as { code?: string; authenticationFailed?: boolean; serverResponseCode?: string };
  const { code, authenticationFailed, serverResponseCode } = failure;
  if (serverResponseCode === "UNAVAILABLE") return say("smtp.unavailable");
  if (authenticationFailed === true) return say("smtp.login-refused");
  if (code !== undefined && /TIMEOUT/i.test(code)) return connectionProblem(say("word.mail-server"), "ETIMEDOUT");
  return connectionProblem(say("word.mail-server"), code);
}
