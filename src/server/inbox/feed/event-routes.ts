import { PassThrough } from "node:stream";
import { say } from "#copy/server/say.ts";
import { refused, route } from "../../http/route.ts";
import type { FeedMessage, InboxFeed } from "./inbox-feed.ts";
import type { Inbox } from "../inbox.ts";
import type { Sessions } from "../../auth/sessions.ts";

/** Milliseconds between heartbeats: proxies close silent connections, and browsers take them for lost. */
const heartbeat = 20_000;
/** Milliseconds after which a disconnected browser reconnects. */
const retry = 2000;
/** Bytes; clients that are further behind are disconnected. */
const maxUnread = 262_144;
/** Milliseconds that a client has to read the rest after the end. */
const farewell = 1000;

/**
 * `/api/inbox/events` and `/api/inbox/presence`: live updates of an open inbox. Event streams do not end by themselves:
 * close the feed before the server.
 */
export const inboxEventRoutes = ({
  feed,
  sessions,
  inbox,
}: {
  feed: InboxFeed;
  sessions: Sessions;
  inbox: Pick<Inbox, "markSeen">;
}) => [
  route("GET /inbox/events", {
    does: "What happens in the inbox, as it happens; goes on after the change named by Last-Event-ID or `since`",
    exposeHeadRoute: false,
    run: async ({ query, signedIn: { token, member }, request, reply }) => {
      // A member whose role changes has to reconnect with the new permissions.
      const mayGoOn = async () => (await sessions.isOpen(token)) && (await sessions.roleOf(token)) === member.role;
      const events = new PassThrough();
      const write = (text: string) => {
        if (events.writableEnded || events.destroyed) return;
        events.write(text);
        // Unread data waits on the readable side first, then on the writable side.
        if (events.readableLength + events.writableLength > maxUnread) events.destroy();
      };
      const send = (message: FeedMessage) => write(eventText(message));
      const end = (reason?: "replaced") => {
        if (events.writableEnded) return;
        if (reason !== undefined) write(`event: ${reason}\ndata: {}\n\n`);
        events.end();
        const letGo = setTimeout(() => reply.raw.destroy(), farewell);
        reply.raw.once("close", () => clearTimeout(letGo));
      };
      const since = readNumber(request.headers["last-event-id"]) ?? readNumber(query.since);
      write(`retry: ${retry}\n\n`);
      const leave = await feed.open(member, since, { send, end, mayGoOn });
      const beating = setInterval(() => {
        void (async () => {
          if (!(await mayGoOn())) return end();
          write("event: heartbeat\ndata: {}\n\n");
          // Another process, such as `npm run admin`, may have changed something.
          feed.wake();
        })().catch(() => end());
      }, heartbeat);
      events.once("close", () => {
        clearInterval(beating);
        leave();
      });
      reply.header("cache-control", "no-store").header("x-accel-buffering", "no");
      return reply.type("text/event-stream").send(events);
    },
  }),

  route("PUT /inbox/presence", {
    does: "Set the presence of a connection: which inquiry it shows, which is seen by that unless the page is hidden, or none; also once it has ended",
    refuses: { ended: [404, say("presence.connection-ended")] },
    run: async ({ body, member }) => {
      const { connection, inquiryId, isAnswering, isHidden } = body;
      if (!feed.setPresence(connection, member.id, inquiryId, isAnswering)) return refused("ended");
      if (inquiryId !== null && !isHidden) await inbox.markSeen(inquiryId);
      return { message: say("presence.set") };
    },
  }),
];

/** Serializes a server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
function eventText({ event, number, data }: FeedMessage): string {
  const id = number === undefined ? "" : `id: ${number}\n`;
  return `event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`;
}

/** Parses a change number; undefined if it is not one of ours. */
function readNumber(text: string | string[] | undefined): number | undefined {
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
