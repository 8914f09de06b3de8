import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { english } from "../testing-message-codes.ts";
import { sendMail } from "./deliveries.ts";
import { madeUpCertificate, mailSettings, startMailServer } from "./testing.ts";

const never = new AbortController().signal;
const mail = {
  id: "6a8f0000-0000-4000-8000-000000000001",
  fromName: "सैफ़्रन Exchange",
  to: ["team@example.com", "night@example.com"],
  subject: "New inquiry ABC-DEF",
  text: "Inquiry ABC-DEF\n.\nनमस्ते",
};

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

it("gives nothing in clear to another machine, whatever was saved before, unless the operator allows it", async () => {
  const settings = mailSettings(server.port, { host: "smtp.example.com", user: "desk", password: "x" });
  expect(english(await sendMail(settings, mail, never))).toEqual({
    ok: false,
    problem: expect.stringContaining("MAIL_PLAIN_HOSTS"),
  });
  const sent = await sendMail(settings, mail, never, 2000, new Set(["smtp.example.com"]));
  expect(english(sent)).not.toMatchObject({ problem: expect.stringContaining("MAIL_PLAIN_HOSTS") });
});

describe("what it sends", () => {
  it("goes to all, in plain text, under an id that stays the same", async () => {
    const settings = mailSettings(server.port, { user: "desk", password: "a made-up password" });
    expect(english(await sendMail(settings, mail, never))).toEqual({ ok: true });
    expect(english(await sendMail(settings, mail, never))).toEqual({ ok: true });
    const [first, second] = server.mails;
    expect(first).toMatchObject({ from: "desk@example.com", to: mail.to, user: "desk" });
    expect(first?.text.trimEnd()).toBe(mail.text);
    for (const taken of [first, second]) {
      expect(taken?.headers).toContain(`Message-ID: <${mail.id}@example.com>`);
      expect(taken?.headers).toContain(`X-Delivery-ID: ${mail.id}`);
      expect(taken?.headers).toContain("Content-Type: text/plain; charset=utf-8");
      expect(taken?.headers).toContain("Subject: New inquiry ABC-DEF");
    }
  });

  it.each(["\r\n", "\n", "\r", "\0", "\u2028", "\r\n\t"])(
    "has no header more for a name or a subject with %j in it",
    async (breaking) => {
      const evil = `Example${breaking}Bcc: thief@example.com${breaking}${breaking}Another body`;
      const sent = await sendMail(mailSettings(server.port), { ...mail, fromName: evil, subject: evil }, never);
      expect(sent).toEqual({ ok: true });
      const [taken] = server.mails;
      expect(taken?.to).toEqual(mail.to);
      expect(taken?.headers).not.toMatch(/^bcc:/im);
      expect(taken?.headers.match(/^subject:/gim)).toHaveLength(1);
      expect(taken?.text.trimEnd()).toBe(mail.text);
    },
  );

  it("reads no file and no address for what stands in the text", async () => {
    const text = '{"path": "/etc/hostname"}';
    await sendMail(mailSettings(server.port), { ...mail, text }, never);
    expect(server.mails[0]?.text.trimEnd()).toBe(text);
  });
});

describe("a server that", () => {
  it("refuses the password is said so, without it", async () => {
    const settings = mailSettings(server.port, { user: "desk", password: "another password" });
    expect(english(await sendMail(settings, mail, never))).toEqual({
      ok: false,
      problem: "The mail server refused the user or the password (535).",
    });
  });

  it("is not there is said so", async () => {
    const gone = await startMailServer();
    await gone.close();
    expect(english(await sendMail(mailSettings(gone.port), mail, never))).toEqual({
      ok: false,
      problem: "The mail server refused the connection.",
    });
  });

  it("says nothing is not waited for", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    expect(english(await sendMail(mailSettings(port), mail, never, 200))).toEqual({
      ok: false,
      problem: "The mail server did not answer in time.",
    });
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it("refuses every address, or the mail, is reported by its status code alone", async () => {
    const choosy = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`no ${address} here`), { responseCode: 550 })),
    });
    const sent = await sendMail(mailSettings(choosy.port), mail, never);
    expect(english(sent)).toEqual({
      ok: false,
      problem: "The mail server refused the receiver's address (550).",
      isFinal: true,
    });
    await choosy.close();
    const full = await startMailServer({
      onData(stream, _session, done) {
        stream.resume();
        stream.on("end", () => done(Object.assign(new Error("no room for team@example.com"), { responseCode: 452 })));
      },
    });
    expect(english(await sendMail(mailSettings(full.port), mail, never))).toEqual({
      ok: false,
      problem: "The mail server does not accept it at the moment (452).",
    });
    await full.close();
  });

  it("refuses one address of several has not delivered it to all", async () => {
    const choosy = await startMailServer({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith("night") ? new Error("no") : null),
    });
    expect(english(await sendMail(mailSettings(choosy.port), mail, never))).toEqual({
      ok: false,
      problem: "The mail server refused 1 of 2 addresses.",
    });
    await choosy.close();
  });
});

describe("encryption", () => {
  it("is asked for: without it nothing is sent, least of all the password", async () => {
    const seen: string[] = [];
    const plain = await startMailServer({
      onAuth: (auth, _session, done) => {
        seen.push(auth.username ?? "");
        done(null, { user: auth.username ?? "" });
      },
    });
    const settings = mailSettings(plain.port, { security: "starttls", user: "desk", password: "x" });
    expect(english(await sendMail(settings, mail, never))).toEqual({
      ok: false,
      problem: "The mail server offers no encryption that can be trusted.",
    });
    expect(seen).toEqual([]);
    expect(plain.mails).toEqual([]);
    await plain.close();
  });

  it("is said to be missing on a port without TLS, in plain words", async () => {
    expect(english(await sendMail(mailSettings(server.port, { security: "tls" }), mail, never))).toEqual({
      ok: false,
      problem: "The mail server does not support TLS on this port. Choose STARTTLS, or the port for TLS, usually 465.",
    });
  });

  it.each([
    ["tls", { secure: true }],
    ["starttls", { disabledCommands: [] }],
  ] as const)("with %s needs a certificate for the host", async (security, options) => {
    const before = tls.getCACertificates();
    const secure = await startMailServer({ ...madeUpCertificate, ...options, disabledCommands: [] });
    const settings = mailSettings(secure.port, { security, host: "localhost" });
    const refused = await sendMail(settings, mail, never);
    expect(refused.ok).toBe(false);
    expect(secure.mails).toEqual([]);
    // A trusted certificate of another host.
    tls.setDefaultCACertificates([...before, madeUpCertificate.cert]);
    expect(english(await sendMail(settings, mail, never))).toMatchObject({ ok: false });
    expect(secure.mails).toEqual([]);
    tls.setDefaultCACertificates(before);
    await secure.close();
  });
});
