import { once } from "node:events";
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { FullSettings } from "../settings/full-settings.ts";

/** Test-only certificate for `hook.example.com` and `mail.example.com`. */
// secretlint-disable
export const madeUpCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcGeYdSIya44Q0FFT
apUJa+Gr3lXkgIbLSonRFGtlvBKhRANCAAQbq5PEm3tdmEbh1di/OTGDx/73g4Rg
F7z579PDZ/mGyVUgNndGn9EW7rRANI/cYORPFburYDrgJR4X/eJhTo71
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBvzCCAWSgAwIBAgIUZATo24os97ykqaFk7pU5g8hm5cwwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQaG9vay5leGFtcGxlLmNvbTAgFw0yNjExMjExNjAxMDZaGA8y
MTI2MTAyODE2MDEwNlowGzEZMBcGA1UEAwwQaG9vay5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABBurk8Sbe12YRuHV2L85MYPH/veDhGAXvPnv
08Nn+YbJVSA2d0af0RbutEA0j9xg5E8Vu6tgOuAlHhf94mFOjvWjgYMwgYAwHQYD
VR0OBBYEFEbtiEO6/IaOPZeOK6z96scl+Y5PMB8GA1UdIwQYMBaAFEbtiEO6/IaO
PZeOK6z96scl+Y5PMA8GA1UdEwEB/wQFMAMBAf8wLQYDVR0RBCYwJIIQaG9vay5l
eGFtcGxlLmNvbYIQbWFpbC5leGFtcGxlLmNvbTAKBggqhkjOPQQDAgNJADBGAiEA
9lVO9J723El7HXN7HD3s2umtf+WcM7kM5+AbrRLIEgMCIQC/ts0XIym9OyR6kix1
tgbaxurbjcP0baaM3D7t7SZiIw==
-----END CERTIFICATE-----`,
};
// secretlint-enable

export interface Call {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type ApiResponse = (response: ServerResponse, call: Call, request: IncomingMessage) => unknown;

/** An HTTP server on this machine that records its requests. It responds with 204 unless `response` is set. */
export async function startReceiver(options: { secure?: boolean } = {}) {
  const calls: Call[] = [];
  const listeners = new Set<() => void>();
  const receiver = { response: ((response) => response.writeHead(204).end()) as ApiResponse };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const call = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    calls.push(call);
    receiver.response(response, call, request);
    for (const called of listeners) called();
  };
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void take(request, response).catch(() => response.destroy());
  const server = options.secure === true ? createHttpsServer(madeUpCertificate, listener) : createHttpServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    port,
    origin: `http://127.0.0.1:${port}`,
    calls,
    /** Resolves after this many calls. */
    async untilCalled(times: number): Promise<void> {
      while (calls.length < times) {
        await new Promise<void>((resolve) => {
          const called = () => {
            listeners.delete(called);
            resolve();
          };
          listeners.add(called);
        });
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

export interface TakenMail {
  from: string;
  to: string[];
  headers: string;
  raw: string;
  /** Decoded. */
  text: string;
  user: string | undefined;
}

/** A mail server on this machine that records its emails, without TLS unless `options` enable it. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: TakenMail[] = [];
  const listeners = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onAuth: (auth, _session, done) =>
      auth.password === "a made-up password" ? done(null, { user: auth.username }) : done(new Error("no")),
    onData(stream, session, done) {
      const take = async () => {
        const raw = await text(stream);
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          ...readMail(raw),
          user: typeof session.user === "string" ? session.user : undefined,
        });
        done(null, "taken");
        for (const called of listeners) called();
      };
      // A client that stops may end its connection in the middle of an email: nobody waits then.
      take().catch(() => undefined);
    },
    ...options,
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    port: (listening.address() as AddressInfo).port,
    mails,
    async untilTaken(times: number): Promise<void> {
      while (mails.length < times) {
        await new Promise<void>((resolve) => {
          const called = () => {
            listeners.delete(called);
            resolve();
          };
          listeners.add(called);
        });
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function readMail(raw: string): { headers: string; text: string } {
  const at = raw.indexOf("\r\n\r\n");
  const headers = raw.slice(0, at).replaceAll(/\r\n[ \t]/g, " ");
  const body = raw.slice(at + 4).replaceAll("\r\n", "\n");
  const boundary = /^content-type: multipart\/alternative; boundary="(.*)"/im.exec(headers)?.[1];
  // The first part is the plain text.
  if (boundary !== undefined) return { headers, text: readMail(raw.split(`--${boundary}\r\n`)[1] ?? "").text };
  const encoding = /^content-transfer-encoding: (\S+)$/im.exec(headers)?.[1];
  if (encoding === "base64") return { headers, text: Buffer.from(body, "base64").toString() };
  if (encoding !== "quoted-printable") return { headers, text: body };
  const bytes = body
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return { headers, text: Buffer.from(bytes, "latin1").toString() };
}

/** Settings for a mail server on this machine. */
export function mailSettings(port: number, change: Partial<NonNullable<FullSettings["mail"]>> = {}) {
  return {
    host: "127.0.0.1",
    port,
    security: "none" as const,
    user: "",
    password: "",
    from: "desk@example.com",
    to: ["team@example.com"],
    ...change,
  };
}
