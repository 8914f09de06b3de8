import { connect, type Socket } from "node:net";

export interface FloodCount {
  /** Its duration. */
  seconds: number;
  /** Requests written to an open socket. */
  offered: number;
  /** Requests without a writable socket: the server reads no faster. */
  withheld: number;
  connections: number;
  /** Single-request connections without a response in time. */
  givenUp: number;
  /** Responses by status. */
  responses: Record<string, number>;
}

/** The message of each flood inquiry. */
export const floodedQuery = "flood";
const inquiry = JSON.stringify({
  name: "Flood Example",
  phone: "+91 90000 00000",
  email: "flood@example.com",
  city: "Nowhere",
  query: floodedQuery,
});
const host = "Host: localhost\r\n";
const garbage = "\u0016\u0003\u0001 nonsense\r\n\r\n";
/** Mostly the most expensive requests, and sometimes garbage that ends its connection. */
const requests = [
  `GET / HTTP/1.1\r\n${host}\r\n`,
  `POST /api/contact-inquiries HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ` +
    `${Buffer.byteLength(inquiry)}\r\n\r\n${inquiry}`,
  `GET /api/contacts/active HTTP/1.1\r\n${host}Accept-Encoding: br\r\n\r\n`,
  `GET /contact/message HTTP/1.1\r\n${host}Accept-Encoding: br\r\n\r\n`,
  `GET /nothing-here HTTP/1.1\r\n${host}\r\n`,
  `POST /api/verify HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 23\r\n\r\n{"text":"+91 ` +
    "90000 0001",
];
const tick = 10;
/** The server's limit of waiting requests per connection. */
const maxWaiting = 8;
/**
 * The share of requests that use a new connection each: if the open ones are only made to wait, the flood must go on.
 */
const newShare = 1 / 20;
/** Milliseconds that such a request waits for its response. */
const patienceMs = 1000;

/**
 * Sends `rate` requests per second from `address`: some over a new connection each, the rest pipelined over `sockets`
 * connections, which reopen immediately. Half of these ignore responses; the other half stay below the server's limit
 * per connection, so that they get responses.
 */
export function startFlood(options: { port: number; address: string; rate: number; sockets: number }) {
  const { port, address, rate, sockets } = options;
  const count: FloodCount = { seconds: 0, offered: 0, withheld: 0, connections: 0, givenUp: 0, responses: {} };
  /** Open sockets, with their requests that have no response yet. */
  const open = new Map<Socket, { isSensitive: boolean; waiting: number }>();
  const single = new Set<Socket>();
  let isOver = false;
  let turn = 0;

  function dial(answered: () => void): Socket {
    const socket = connect({ port, host: "127.0.0.1", localAddress: address });
    socket.on("connect", () => {
      count.connections += 1;
    });
    socket.setEncoding("latin1").on("data", (text: unknown) => {
      for (const [, status = ""] of String(text).matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        count.responses[status] = (count.responses[status] ?? 0) + 1;
        answered();
      }
    });
    return socket.on("error", () => undefined);
  }

  function start(place: number): void {
    const sender = { isSensitive: place % 2 === 0, waiting: 0 };
    const socket = dial(() => {
      sender.waiting -= 1;
    });
    socket.on("connect", () => open.set(socket, sender));
    socket.on("close", () => {
      open.delete(socket);
      if (!isOver) setImmediate(start, place);
    });
  }
  for (let place = 0; place < sockets; place += 1) start(place);

  function sendAlone(): void {
    const socket = dial(() => socket.destroy());
    single.add(socket);
    socket.on("connect", () => {
      socket.write(requests[(turn += 1) % requests.length] ?? "");
      count.offered += 1;
    });
    socket.on("close", () => single.delete(socket));
    setTimeout(() => {
      if (single.has(socket)) count.givenUp += 1;
      socket.destroy();
    }, patienceMs).unref();
  }

  function sendPipelined(wanted: number): void {
    let left = wanted;
    const able = [...open].filter(([{ writableNeedDrain }]) => !writableNeedDrain);
    // Requests below the limit come first; the others get the rest.
    const order = able.toSorted(([, a], [, b]) => Number(b.isSensitive) - Number(a.isSensitive));
    for (const [index, [socket, sender]] of order.entries()) {
      const share = Math.ceil(left / (order.length - index));
      const some = sender.isSensitive ? Math.min(share, maxWaiting - sender.waiting) : share;
      if (some <= 0) continue;
      let text = "";
      for (let each = 0; each < some; each += 1) text += requests[(turn += 1) % requests.length];
      // Sometimes a connection ends in garbage.
      socket.write(turn % 50 === 0 ? text + garbage : text);
      sender.waiting += some;
      count.offered += some;
      left -= some;
    }
    count.withheld += left;
  }

  const started = performance.now();
  let due = 0;
  let dueAlone = 0;
  const timer = setInterval(() => {
    const wanted = ((performance.now() - started) / 1000) * rate;
    const alone = Math.floor(wanted * newShare - dueAlone);
    const pipelined = Math.floor(wanted * (1 - newShare) - due);
    dueAlone += alone;
    due += pipelined;
    for (let each = 0; each < alone; each += 1) sendAlone();
    sendPipelined(pipelined);
  }, tick);

  return {
    stop(): FloodCount {
      if (isOver) return count;
      isOver = true;
      count.seconds = (performance.now() - started) / 1000;
      clearInterval(timer);
      for (const socket of [...open.keys(), ...single]) socket.destroy();
      return count;
    },
  };
}
