import { connect, type Socket } from "node:net";

/** How a socket holds a server up: headers or a body that never end, and answers that nobody takes. */
export type Slowness = "headers" | "body" | "read";

/** How many sockets of each kind were opened, and ended by the server. A reader that reads nothing does not see its end. */
export type SlowCounts = Record<Slowness, { opened: number; ended: number }>;

/** So many are opened at once, and how often: 250 a second, five times what slowhttptest does unless it is told otherwise. */
const perTick = 5;
const tick = 20;

const kinds: readonly Slowness[] = ["headers", "body", "read"];

/**
 * Keeps `count` slow sockets open from a few addresses, each below what one network may have open: the timeouts have to end them,
 * not the caps. One that is ended is opened again, until `hold` is called.
 */
export function openSlowSockets(options: { port: number; count: number; asset: string }) {
  const { port, count, asset } = options;
  const counts: SlowCounts = {
    headers: { opened: 0, ended: 0 },
    body: { opened: 0, ended: 0 },
    read: { opened: 0, ended: 0 },
  };
  const open = new Map<Socket, Slowness>();
  let opensAgain = true;

  function start(place: number): void {
    const kind = kinds[place % kinds.length] ?? "headers";
    const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.3.${1 + (place % 8)}` });
    socket.on("connect", () => {
      counts[kind].opened += 1;
      open.set(socket, kind);
      socket.write(firstBytes(kind, asset));
      if (kind === "read") socket.pause();
      else socket.resume();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (open.delete(socket)) counts[kind].ended += 1;
      if (opensAgain) setTimeout(() => start(place), 100);
    });
  }
  let opened = 0;
  const opening = setInterval(() => {
    for (let each = 0; each < perTick && opened < count; each += 1) start((opened += 1));
    if (opened === count) clearInterval(opening);
  }, tick);

  // A byte now and then: none of these is idle, and an end is noticed.
  const trickle = setInterval(() => {
    for (const [socket, kind] of open) if (kind !== "read") socket.write("x");
  }, 500);

  return {
    /** Opens no more of them; those that are open go on being slow. */
    hold(): void {
      opensAgain = false;
      clearInterval(opening);
    },

    stop(): SlowCounts {
      this.hold();
      clearInterval(trickle);
      const counted = structuredClone(counts);
      for (const socket of open.keys()) socket.destroy();
      return counted;
    },
  };
}

function firstBytes(kind: Slowness, asset: string): string {
  if (kind === "headers") return "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
  // As much as one connection may ask for at once.
  if (kind === "read") return `GET ${asset} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(8);
  return "POST /api/contact-inquiries HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{";
}
