import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A real local mail server that stores raw emails. */
export async function startMailServer(password: string) {
  const mails: Array<{ to: string[]; raw: string }> = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error("no")),
    onData(stream, session, done) {
      const take = async () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: await text(stream) });
        done();
      };
      void take();
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return { port, mails, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** A real local webhook receiver; `status` is its response. */
export async function startReceiver() {
  const calls: Array<{ headers: IncomingHttpHeaders; body: string }> = [];
  const receiver = { status: 204, calls };
  const server = createServer((request, response) => {
    const take = async () => {
      calls.push({ headers: request.headers, body: await text(request) });
      response.writeHead(receiver.status).end();
    };
    void take();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/inquiries`,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}
