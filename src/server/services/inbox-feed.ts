import { randomUUID } from "node:crypto";
import type { InboxEvent, Person } from "#contract/inbox.ts";
import type { InboxChange, InboxChangeStore } from "../store/inbox-changes.ts";

export type InboxFeed = ReturnType<typeof createInboxFeed>;

/** What an open inbox is told; `number` is that of the change up to which it now knows all. */
export interface FeedMessage {
  event: "hello" | "change" | "presence";
  number?: number;
  data: InboxEvent;
}

interface Connection {
  member: Person;
  /** The number of the last change that it was told. */
  position: number;
  inquiryId: string | null;
  send: (message: FeedMessage) => void;
  end: () => void;
}

const day = 86_400_000;
/** Whoever missed more than this loads everything again instead. */
const mostMissed = 1000;

/** News for the open inboxes: changes in their order, none left out, and who looks at what. */
export function createInboxFeed(deps: { store: InboxChangeStore; now: () => number }) {
  const { store } = deps;
  const connections = new Map<string, Connection>();
  let isTelling = false;
  let isMore = false;
  let isClosed = false;
  let lastPresence = "{}";

  /** Tells every connection what it has not been told yet. */
  async function tell(): Promise<void> {
    isTelling = true;
    try {
      while (isMore && connections.size > 0) {
        isMore = false;
        // Whoever comes while these are read may have missed more, and has woken us for it.
        const listening = [...connections.values()];
        const from = Math.min(...listening.map(({ position }) => position));
        const changes = await store.after(from, mostMissed);
        for (const connection of listening) tellOne(connection, changes);
        isMore ||= changes.length === mostMissed;
      }
    } finally {
      isTelling = false;
    }
  }

  function tellOne(connection: Connection, changes: readonly InboxChange[]): void {
    for (const { number, kind, inquiryId } of changes) {
      if (number <= connection.position) continue;
      connection.position = number;
      connection.send({ event: "change", number, data: { kind, id: inquiryId } });
    }
  }

  /** To be called whenever something has changed; it costs nothing while nobody listens. */
  function wake(): void {
    isMore = true;
    // Whoever cannot be told is let go, and catches up when they come back.
    if (!isTelling) tell().catch(endAll);
  }

  function endAll(): void {
    for (const { end } of connections.values()) end();
  }

  /** Who looks at which inquiry, where there are several. */
  function viewers(): Record<string, Person[]> {
    const people = new Map<string, Map<string, Person>>();
    for (const { inquiryId, member } of connections.values()) {
      if (inquiryId !== null) people.set(inquiryId, (people.get(inquiryId) ?? new Map()).set(member.id, member));
    }
    const shared = [...people].filter(([, there]) => there.size > 1);
    return Object.fromEntries(shared.map(([id, there]) => [id, [...there.values()]]));
  }

  function tellPresence(): void {
    const data = { viewers: viewers() };
    const now = JSON.stringify(data.viewers);
    if (now === lastPresence) return;
    lastPresence = now;
    for (const { send } of connections.values()) send({ event: "presence", data });
  }

  return {
    /**
     * Begins to tell `send` what happens: after change `since`, where it is given. `end` is called where the feed gives up on it;
     * the answer is how to leave.
     */
    async open(
      member: Person,
      since: number | undefined,
      reader: { send: (message: FeedMessage) => void; end: () => void },
    ): Promise<() => void> {
      const { oldest, newest } = await store.kept();
      const reload =
        since !== undefined &&
        (since > newest || newest - since > mostMissed || (since < newest && since < oldest - 1));
      const position = since === undefined || reload ? newest : since;
      const id = randomUUID();
      const { email } = member;
      connections.set(id, { member: { id: member.id, email }, position, inquiryId: null, ...reader });
      reader.send({ event: "hello", number: position, data: { connection: id, reload } });
      reader.send({ event: "presence", data: { viewers: viewers() } });
      if (isClosed) reader.end();
      wake();
      return () => {
        connections.delete(id);
        tellPresence();
      };
    },

    /** Says which inquiry is open at a connection of this member; false where there is no such connection. */
    look(connection: string, memberId: string, inquiryId: string | null): boolean {
      const found = connections.get(connection);
      if (found === undefined || found.member.id !== memberId) return false;
      found.inquiryId = inquiryId;
      tellPresence();
      return true;
    },

    wake,

    /** Ends every connection, and each that still comes. */
    close(): void {
      isClosed = true;
      endAll();
    },

    forgetOld: () => store.deleteBefore(deps.now() - day),
  };
}
