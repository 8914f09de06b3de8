import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import type { InquiryDetail, InboxPage } from "#contract/inbox/inbox.ts";
import { attachmentField } from "#domain/inquiries/attachment.ts";
import { rawMail } from "#server/incoming-mail/testing.ts";

export const owner = { email: "owner@example.com", password: "a long enough password" };

/** Signs in to a server in another place, and turns pushed emails on. */
export async function openDesk(origin: string) {
  const call = async (path: string, method: string, body?: object, headers: Record<string, string> = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const all = { "content-type": "application/json", ...headers };
    const response = await fetch(`${origin}/api/${path}`, { method, headers: all, ...sent });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return response;
  };
  const cookie = (await call("session", "POST", owner)).headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const off = { mail: null, webhook: null, telegram: null, retentionDays: 90, acknowledge: false, says: "reference" };
  const incoming = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push", host: "", port: 993, user: "" };
  const settings = { ...off, incoming: { ...incoming, security: "tls" } };
  const saved = await call("settings", "PUT", settings, { cookie, "if-match": '"0"' });
  const secret: string = (await saved.json()).incomingSecret ?? "";
  const get = async <Answer>(path: string) => (await (await call(path, "GET", undefined, { cookie })).json()) as Answer;

  return {
    get,
    cookie,
    /** The secret that a provider sends along with pushed emails. */
    secret,

    /** Pushes as a provider does: again as long as the server is busy. */
    async push(raw: Buffer): Promise<string> {
      for (;;) {
        const response = await fetch(`${origin}/api/incoming-mail`, {
          method: "POST",
          headers: { "content-type": "message/rfc822", authorization: `Bearer ${secret}` },
          body: new Uint8Array(raw),
        });
        if (response.status !== 503) return (await response.json()).outcome;
        await sleep(500);
      }
    },

    /** Sends the form with a picture; the status. */
    async sendForm(): Promise<number> {
      const form = new FormData();
      const visitor = {
        name: "Ravi",
        phone: "+919876543210",
        email: "ravi@example.com",
        city: "Pune",
        query: "See this.",
      };
      for (const [name, value] of Object.entries(visitor)) form.set(name, value);
      form.set(attachmentField, new Blob([new Uint8Array(await picture())]), "screenshot.png");
      return (await fetch(`${origin}/api/contact-inquiries`, { method: "POST", body: form })).status;
    },

    /** The newest inquiry. */
    async newest(): Promise<InquiryDetail> {
      const { inquiries } = await get<InboxPage>("contact-inquiries?limit=1");
      return get<InquiryDetail>(`contact-inquiries/${inquiries[0]?.id}`);
    },
  };
}

const picture = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: "orange" } })
    .png()
    .toBuffer();

/** An email of everything that the input process reads: HTML, a charset, a picture and a PDF. */
export async function mailWithFiles(): Promise<Buffer> {
  const file = (type: string, name: string, bytes: Buffer) =>
    `--m\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename=${name}\r\n` +
    `Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64")}`;
  const html = "--m\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<p>Caf\xE9 <b>closed</b></p>";
  const parts = [
    file("image/png", "shot.png", await picture()),
    file("application/pdf", "paper.pdf", Buffer.from("%PDF-1.7")),
  ];
  return Buffer.from(
    rawMail({ "Content-Type": 'multipart/mixed; boundary="m"' }, [html, ...parts, "--m--"].join("\r\n")).toString(
      "utf8",
    ),
    "latin1",
  );
}

/** The input processes that run below a process, with their priority (nice). */
export function readersBelow(pid: number): Array<{ pid: number; nice: number }> {
  const all = execFileSync("ps", ["-e", "-o", "pid=,ppid=,ni=,args="], { encoding: "utf8" }).split("\n");
  return all.flatMap((line) => {
    const [, id, parent, nice] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s/.exec(line) ?? [];
    return Number(parent) === pid && line.includes("input-process") ? [{ pid: Number(id), nice: Number(nice) }] : [];
  });
}
