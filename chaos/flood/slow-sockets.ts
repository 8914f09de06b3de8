import { connect, type Socket } from "node:net";

/** Kind of a slow socket: headers or a body that never end, or responses that are never read. */
export type Slowness = "headers" | "body" | "read";

/**
 * The number of sockets of each kind that were opened, and closed by the server. A reader that reads nothing does not
 * notice the close.
 */
export type SlowCounts = Record<Slowness, { opened: number; ended: number }>;

/** Sockets per tick, and the ticks: 250 sockets a second, five times slowhttptest's default. */
const perTick = 5;
const tick = 20;

const kinds: readonly Slowness[] = ["headers", "body", "read"];

/**
 * Keeps `count` slow sockets open from a few addresses, each below the cap per network: the timeouts must end them. A
 * closed socket is reopened until `hold` is called.
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

  // Sends a byte now and then: no socket is idle, and a close is noticed.
  const trickle = setInterval(() => {
    for (const [socket, kind] of open) if (kind !== "read") socket.write("x");
  }, 500);

  return {
    /** Opens no more; open sockets stay slow. */
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
  // Max pipelined requests of one connection.
  if (kind === "read") return `GET ${asset} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(8);
  return (
    "POST /api/contact-inquiries HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
    "9000\r\n\r\n{"
  );
}
