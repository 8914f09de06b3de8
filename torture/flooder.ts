import { connect, type Socket } from "node:net";

export interface FloodCount {
  /** Requests that were written to a socket that was open then. */
  offered: number;
  /** Requests that found no socket that takes them: the server reads no faster. */
  withheld: number;
  connections: number;
  /** Answers by their status. */
  answers: Record<string, number>;
}

/** The message of each of its inquiries. */
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
/** Most of it what costs the server most, and now and then what is no request at all and ends its connection. */
const requests = [
  `GET / HTTP/1.1\r\n${host}\r\n`,
  `POST /api/contact-inquiries HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(inquiry)}\r\n\r\n${inquiry}`,
  `GET /api/contacts/active HTTP/1.1\r\n${host}Accept-Encoding: br\r\n\r\n`,
  `GET /nothing-here HTTP/1.1\r\n${host}\r\n`,
  `POST /api/verify HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 23\r\n\r\n{"text":"+91 90000 0001`,
];
const tick = 10;

/** Sends `rate` requests a second over `sockets` connections from `address`, pipelined, whatever comes back. */
export function startFlood(options: { port: number; address: string; rate: number; sockets: number }) {
  const { port, address, rate, sockets } = options;
  const count: FloodCount = { offered: 0, withheld: 0, connections: 0, answers: {} };
  const open = new Set<Socket>();
  let isOver = false;
  let turn = 0;

  function start(): void {
    const socket = connect({ port, host: "127.0.0.1", localAddress: address });
    socket.on("connect", () => {
      count.connections += 1;
      open.add(socket);
    });
    socket.setEncoding("latin1").on("data", (text: unknown) => {
      for (const [, status = ""] of String(text).matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        count.answers[status] = (count.answers[status] ?? 0) + 1;
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      open.delete(socket);
      if (!isOver) setImmediate(start);
    });
  }
  for (let place = 0; place < sockets; place += 1) start();

  const started = performance.now();
  let due = 0;
  const timer = setInterval(() => {
    const wanted = ((performance.now() - started) / 1000) * rate;
    const able = [...open].filter(({ writableNeedDrain }) => !writableNeedDrain);
    const now = Math.floor(wanted - due);
    due += now;
    if (able.length === 0) {
      count.withheld += now;
      return;
    }
    const share = Math.ceil(now / able.length);
    let left = now;
    for (const socket of able) {
      if (left <= 0) break;
      const some = Math.min(share, left);
      left -= some;
      count.offered += some;
      let text = "";
      for (let each = 0; each < some; each += 1) text += requests[(turn += 1) % requests.length];
      // One connection in fifty ends in nonsense.
      socket.write(turn % 50 === 0 ? text + garbage : text);
    }
  }, tick);

  return {
    stop(): FloodCount {
      isOver = true;
      clearInterval(timer);
      for (const socket of open) socket.destroy();
      return count;
    },
  };
}
