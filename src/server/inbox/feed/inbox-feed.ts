import { smallest } from "#domain/lists.ts";
import { randomUUID } from "node:crypto";
import type { InboxEvent, Viewer } from "#contract/inbox/inbox-events.ts";
import type { Person } from "#contract/inbox/inbox.ts";
import type { InboxChange, InboxChangeStore } from "./inbox-feed-queries.ts";
import { singleFlight } from "#server/lib/single-flight.ts";
import { day } from "#domain/time/durations.ts";

export type InboxFeed = ReturnType<typeof createInboxFeed>;

/** An event for an open inbox; `number` is that of the last change that the client then knows. */
export interface FeedMessage {
  event: "hello" | "change" | "presence";
  number?: number;
  data: InboxEvent;
}

interface Connection {
  member: Person;
  /** The number of the last change sent to it. */
  position: number;
  inquiryId: string | null;
  isAnswering: boolean;
  reader: Reader;
}

interface Reader {
  send: (message: FeedMessage) => void;
  /** Ends the stream; `replaced` tells the client that newer ones took its place. */
  end: (reason?: "replaced") => void;
  /** Returns whether the listener may stay: the session is open and the role unchanged. */
  mayGoOn: () => Promise<boolean>;
}

/** A member with an inquiry open whose connection has ended: phones freeze pages in the background. */
interface Absent {
  member: Person;
  inquiryId: string;
  until: number;
  mayGoOn: () => Promise<boolean>;
}

/** Time for which a member counts as present: long enough to answer in WhatsApp. */
const presentFor = 600_000;
/** Milliseconds between two checks of absent members' sessions. */
const absenceChecked = 20_000;
/** Max absent members' sessions per member; the oldest are dropped first. */
const maxAbsent = 20;
/** Milliseconds between two queries for snoozes that have ended. */
const wokenChecked = 5000;
/** Streams of one member at once, in all sessions at this instance; the oldest are closed first. */
const maxStreams = 8;
/** Clients that missed more than this reload everything. */
const maxMissed = 1000;

/** Events for the open inboxes: all changes in order, and who views which inquiry. */
export function createInboxFeed(deps: {
  store: InboxChangeStore;
  now: () => number;
  /** Replaced by a test, which calls `run` itself. */
  every?: (run: () => void, ms: number) => NodeJS.Timeout;
}) {
  const { store, every = (run: () => void, ms: number) => setInterval(run, ms).unref() } = deps;
  const connections = new Map<string, Connection>();
  const absent = new Map<string, Absent>();
  let absenceTimer: NodeJS.Timeout | undefined;
  let wokenTimer: NodeJS.Timeout | undefined;
  let wokenUntil = 0;
  let isSending = false;
  let isMore = false;
  let isClosed = false;
  let isCheckDue = false;
  let lastPresence = "{}";

  /** Sends each connection the changes it has not received yet. */
  async function sendMissed(): Promise<void> {
    isSending = true;
    try {
      while (isMore && connections.size > 0) {
        isMore = false;
        // Connections that open during this read may have missed more; they have called `wake`.
        const listening = [...connections.values()];
        const from = smallest(listening.map(({ position }) => position));
        const changes = await store.after(from, maxMissed);
        for (const connection of listening) sendTo(connection, changes);
        isMore ||= changes.length === maxMissed;
      }
    } finally {
      isSending = false;
    }
  }

  function sendTo(connection: Connection, changes: readonly InboxChange[]): void {
    for (const { number, kind, inquiryId, memberId } of changes) {
      if (number <= connection.position) continue;
      connection.position = number;
      if (memberId !== null && memberId !== connection.member.id) continue;
      connection.reader.send({ event: "change", number, data: { kind, id: inquiryId } });
    }
  }

  /** Call it after each change; without listeners it costs nothing. */
  function wake(): void {
    isMore = true;
    // On failure, all connections end; clients catch up when they reconnect.
    if (!isSending) sendMissed().catch(endAll);
  }

  /** Tells the connections, or one of them, which snoozes have ended. Each instance does it for its own. */
  async function sendWoken(from: number, now: number, receivers: Iterable<Connection>): Promise<void> {
    const ids = await store.woken(from, now, maxMissed);
    for (const { reader } of receivers)
      for (const id of ids) reader.send({ event: "change", data: { kind: "changed", id } });
  }

  function watchSnoozes(): void {
    if (connections.size === 0) {
      clearInterval(wokenTimer);
      wokenTimer = undefined;
      return;
    }
    const now = deps.now();
    sendWoken(wokenUntil, now, connections.values())
      // If the store is unreachable, the next time finds them.
      .then(
        () => (wokenUntil = now),
        () => undefined,
      );
  }

  /** Ends the connections that may not stay. */
  async function checkAll(): Promise<void> {
    while (isCheckDue) {
      isCheckDue = false;
      for (const { reader } of connections.values()) {
        // If unknown, the client reconnects and is checked again.
        if (!(await reader.mayGoOn().catch(() => false))) reader.end();
      }
      await checkAbsent();
    }
  }
  const checkOnce = singleFlight(checkAll);

  /** Closes the oldest streams of a member beyond the limit. */
  function endOldest(memberId: string): void {
    const own = [...connections.values()].filter(({ member }) => member.id === memberId);
    for (const { reader } of own.slice(0, -maxStreams)) reader.end("replaced");
  }

  function endAll(): void {
    for (const { reader } of connections.values()) reader.end();
  }

  /** The viewers of each inquiry that has several, or one who is answering. */
  function viewers(): Record<string, Viewer[]> {
    const people = new Map<string, Map<string, Viewer>>();
    const away = [...absent.values()].map((one) => ({ ...one, isAnswering: false }));
    for (const { inquiryId, member, isAnswering } of [...connections.values(), ...away]) {
      if (inquiryId === null) continue;
      const there = people.get(inquiryId) ?? new Map<string, Viewer>();
      const answersElsewhere = there.get(member.id)?.isAnswering === true;
      people.set(inquiryId, there.set(member.id, { ...member, isAnswering: isAnswering || answersElsewhere }));
    }
    const shared = [...people].filter(
      ([, there]) => there.size > 1 || [...there.values()].some(({ isAnswering }) => isAnswering),
    );
    return Object.fromEntries(shared.map(([id, there]) => [id, [...there.values()]]));
  }

  function broadcastPresence(): void {
    const data = { viewers: viewers() };
    const now = JSON.stringify(data.viewers);
    if (now === lastPresence) return;
    lastPresence = now;
    for (const { reader } of connections.values()) reader.send({ event: "presence", data });
  }

  /** Keeps a disconnected member present until they reconnect, leave, sign out or time out. */
  function miss(id: string, { member, inquiryId, reader }: Connection): void {
    if (inquiryId === null || isClosed) return;
    absent.set(id, { member, inquiryId, until: deps.now() + presentFor, mayGoOn: reader.mayGoOn });
    const own = [...absent].filter(([, other]) => other.member.id === member.id);
    for (const [oldest] of own.slice(0, -maxAbsent)) absent.delete(oldest);
    absenceTimer ??= setInterval(() => void checkAbsent(), absenceChecked).unref();
    void checkAbsent();
  }

  /** Removes absent members who timed out or signed out. */
  async function checkAbsent(): Promise<void> {
    for (const [id, { until, mayGoOn }] of absent) {
      // If the store is unreachable, only the time counts.
      if (deps.now() >= until || !(await mayGoOn().catch(() => true))) absent.delete(id);
    }
    if (absent.size === 0) {
      clearInterval(absenceTimer);
      absenceTimer = undefined;
    }
    broadcastPresence();
  }

  return {
    /**
     * Starts sending events to the reader, with all changes after `since` if given. The reader's `end` is called when
     * the feed drops it or `mayGoOn` becomes false at a check. Call the returned function when the connection has
     * ended.
     */
    async open(member: Person, since: number | undefined, reader: Reader): Promise<() => void> {
      const { oldest, newest } = await store.kept();
      const reload =
        since !== undefined && (since > newest || newest - since > maxMissed || (since < newest && since < oldest - 1));
      const position = since === undefined || reload ? newest : since;
      const id = randomUUID();
      const { email } = member;
      const connection: Connection = {
        member: { id: member.id, email },
        position,
        inquiryId: null,
        isAnswering: false,
        reader,
      };
      connections.set(id, connection);
      endOldest(member.id);
      reader.send({ event: "hello", number: position, data: { connection: id, reload } });
      reader.send({ event: "presence", data: { viewers: viewers() } });
      if (isClosed) reader.end();
      wake();
      if (wokenTimer === undefined) {
        wokenUntil = deps.now();
        wokenTimer = every(watchSnoozes, wokenChecked);
      }
      // A snooze that ended while a client was away is no stored change.
      if (since !== undefined) sendWoken(deps.now() - day, deps.now(), [connection]).catch(() => undefined);
      return () => {
        connections.delete(id);
        miss(id, connection);
        broadcastPresence();
      };
    },

    /**
     * Sets which inquiry a connection of this member shows, or none, and whether they are writing to its visitor, even
     * after it has ended; false if there is no such connection.
     */
    setPresence(connection: string, memberId: string, inquiryId: string | null, isAnswering = false): boolean {
      if (inquiryId === null && absent.get(connection)?.member.id === memberId) {
        absent.delete(connection);
        broadcastPresence();
        return true;
      }
      const found = connections.get(connection);
      if (found === undefined || found.member.id !== memberId) return false;
      found.inquiryId = inquiryId;
      found.isAnswering = isAnswering;
      broadcastPresence();
      return true;
    },

    wake,

    /** Checks every connection; call it when a session may have ended. */
    check(): Promise<void> {
      isCheckDue = true;
      return checkOnce();
    },

    /** Ends every current and future connection. */
    close(): void {
      isClosed = true;
      absent.clear();
      clearInterval(absenceTimer);
      clearInterval(wokenTimer);
      endAll();
    },

    purge: () => store.deleteBefore(deps.now() - day),
  };
}
