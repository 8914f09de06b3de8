import { afterEach, beforeEach, describe, expect, it } from "vitest";
import sharp from "sharp";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { cleanFileName } from "#domain/inquiries/file-name.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { inlinePlaces } from "./inline-pictures.ts";
import { rawMail } from "./testing.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
  const { version } = await test.services.settings.view();
  const incoming = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push", host: "", port: 993 } as const;
  const off = { mail: null, webhook: null, telegram: null, retentionDays: 90, acknowledge: false } as const;
  const all = { ...off, says: "reference", incoming: { ...incoming, security: "tls", user: "" } } as const;
  expect((await test.services.settings.save(all, version)).ok).toBe(true);
});
afterEach(() => test.close());

const picture = (color: string, width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

interface Part {
  bytes: Buffer;
  type?: string;
  name?: string;
  cid?: string;
}

/** An email with files; those with a `cid` are pictures that the HTML shows. */
function mail(html: string, parts: readonly Part[], headers: Record<string, string> = {}): Buffer {
  const written = parts.map(({ bytes, type = "image/png", name, cid }) =>
    [
      "--m",
      `Content-Type: ${type}`,
      "Content-Transfer-Encoding: base64",
      `Content-Disposition: ${cid === undefined ? "attachment" : "inline"}${name === undefined ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`}`,
      ...(cid === undefined ? [] : [`Content-ID: <${cid}>`]),
      "",
      bytes.toString("base64"),
    ].join("\r\n"),
  );
  const text = `--m\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`;
  return rawMail(
    { From: "Asha <asha@example.com>", ...headers, "Content-Type": 'multipart/related; boundary="m"' },
    [text, ...written, "--m--"].join("\r\n"),
  );
}

/** Takes an email as a new inquiry, and returns it as the team sees it. */
async function received(raw: Buffer): Promise<InquiryDetail> {
  expect(await test.services.incomingMail.take(raw)).toBe("inquiry");
  const { id } = await test.db
    .selectFrom("inquiry")
    .select("id")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return (await test.app.inject({ url: `/api/contact-inquiries/${id}`, headers: { cookie } })).json();
}

const seen = ({ attachments }: InquiryDetail) => attachments.map(({ name, isLogo }) => [name, isLogo]);

describe("a picture in the text of an email", () => {
  it("is kept whatever its bytes, and is a logo once its sender has sent it before", async () => {
    const [shot, logo] = [await picture("white", 90, 40), await picture("orange", 24)];
    const parts = [
      { bytes: shot, name: "shot.png", cid: "a@x" },
      { bytes: logo, name: "logo.png", cid: "b@x" },
    ];
    const html = '<p>See</p><img src="cid:a@x"><p>Asha</p><img src="cid:b@x">';
    expect(seen(await received(mail(html, parts)))).toEqual([
      ["shot.png", false],
      ["logo.png", false],
    ]);
    const next = [{ bytes: await picture("blue", 30), name: "next.png", cid: "a@x" }, parts[1]!];
    expect(seen(await received(mail(html, next)))).toEqual([
      ["next.png", false],
      ["logo.png", true],
    ]);
    // Another sender's picture, and one that is attached, is no logo.
    expect(seen(await received(mail(html, parts, { From: "ravi@example.net" })))).toEqual([
      ["shot.png", false],
      ["logo.png", false],
    ]);
    expect(seen(await received(mail("<p>The logo</p>", [{ bytes: logo, name: "logo.png" }])))).toEqual([
      ["logo.png", false],
    ]);
  });

  it.each([
    ["a quotation", "<blockquote type=cite>Hi<br><img src='cid:q'></blockquote>"],
    [
      "a signature of Gmail",
      '<div class="gmail_signature" data-smartmail="gmail_signature">Asha<img src="cid:q"></div>',
    ],
    ["a signature of Thunderbird", '<pre class="moz-signature" cols="72">-- <br>Asha <img src="cid:q"></pre>'],
    ["a signature below two hyphens", '<div>-- <br>Asha</div><div><img src="cid:q"></div>'],
    ["a message quoted by Outlook", '<div id="divRplyFwdMsg"><b>From:</b> Desk</div><img src="cid:q">'],
  ])("is a logo in %s, and the one of the message is none", async (_where, below) => {
    const parts = [
      { bytes: await picture("green", 20), name: "q.png", cid: "q" },
      { bytes: await picture("red", 20), name: "m.png", cid: "m" },
    ];
    const message = '<div class="SignatureNotes">See <img src="cid:m"></div>';
    expect(seen(await received(mail(`${message}${below}`, parts)))).toEqual([
      ["m.png", false],
      ["q.png", true],
    ]);
    // Below a quotation the message goes on.
    if (below.includes("</blockquote>")) {
      const later = { From: "ravi@example.net" };
      expect(seen(await received(mail(`${below}${message}`, parts, later)))).toContainEqual(["m.png", false]);
    }
  });

  it("takes no place that a file needs, and none of many is read without end", async () => {
    const logos = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => ({
        bytes: await picture(`rgb(${at * 9},9,9)`, 96),
        name: `icon${at}.png`,
        cid: `i${at}`,
      })),
    );
    const files = ["a", "b", "c"].map((name) => ({ bytes: Buffer.from(`%PDF-1.7 ${name}`), name: `${name}.pdf` }));
    const html = `<p>See</p>${logos.map(({ cid }) => `<img src="cid:${cid}">`).join("")}`;
    const { attachments, query } = await received(mail(html, [...files, ...logos]));
    expect(attachments.map(({ name }) => name)).toEqual([
      ...files.map(({ name }) => name),
      ...logos.slice(0, 5).map(({ name }) => name),
    ]);
    expect(query).toMatch(/“icon5\.png” \(more than 3 files\), .*“icon11\.png” \(more than 3 files\)\.\)$/);
  });
});

it("finds pictures in a time that grows with the HTML", () => {
  const part = { contentId: "<x@y>", content: "", filename: null, mimeType: "image/png", disposition: null } as const;
  const hostile = ["-", "<", "<a class=", 'id="a a a ', "<blockquote>", "</blockquote", ">-- "];
  const start = performance.now();
  for (const piece of hostile) {
    const html = piece.repeat(500_000 / piece.length);
    expect(inlinePlaces({ html, attachments: Array.from({ length: 200 }, () => part) })).toHaveLength(200);
  }
  expect(performance.now() - start).toBeLessThan(20_000);
});

describe("a file of an email", () => {
  it("is told by its name and the reason if it is not kept", async () => {
    const { query, attachments } = await received(
      mail("<p>My papers</p>", [
        { bytes: Buffer.from("PK\u0003\u0004"), type: "application/zip", name: "बयान.docx" },
        { bytes: Buffer.alloc(5_300_000, "%PDF-1.7 "), type: "application/pdf", name: "scan.pdf" },
        { bytes: Buffer.from("\x89PNG\r\n\x1a\nbroken", "latin1"), name: "broken.png" },
        { bytes: Buffer.from("%PDF-1.7"), type: "application/pdf" },
        { bytes: Buffer.from("hi"), type: "text/csv" },
      ]),
    );
    expect(query).toBe(
      "Re: Your message\n\nMy papers\n\n(Not kept here: “बयान.docx” (neither a picture nor a PDF), “scan.pdf” (larger than 5 MB), " +
        "“broken.png” (it cannot be read), a file (neither a picture nor a PDF).)",
    );
    expect(attachments).toMatchObject([{ type: "application/pdf", name: "", isLogo: false }]);
  });

  it("keeps its sender's name for the team beside the safe one of the download, and loses it with the inquiry", async () => {
    const name = "../../etc/\u202egpj.Asha Rao passbook\u0007.pdf";
    const detail = await received(mail("<p>x</p>", [{ bytes: Buffer.from("%PDF-1.7"), name }]));
    const [file] = detail.attachments;
    expect(file?.name).toBe("gpj.Asha Rao passbook .pdf");
    const download = await test.app.inject({ url: `/api/attachments/${file?.id}`, headers: { cookie } });
    expect(download.headers["content-disposition"]).toMatch(
      /^attachment; filename="[A-Z0-9]{3}-[A-Z0-9]{3}-\w{4}\.pdf"$/,
    );
    await test.services.inquiries.eraseByEmail("asha@example.com");
    expect(JSON.stringify(await test.dump())).not.toMatch(/passbook/);
  });
});

it.each([
  ["C:\\fakepath\\स्क्रीन शॉट.png", "स्क्रीन शॉट.png"],
  ["क्\u200dष.png", "क्\u200dष.png"],
  ["a\u2066\u202e\ufeff\u200bb\r\nc.pdf", "ab c.pdf"],
  ["...  .bashrc", "bashrc"],
  [`${"x".repeat(300)}.jpeg`, `${"x".repeat(114)}….jpeg`],
  ["😀".repeat(300), `${"😀".repeat(59)}…`],
  ["\ud800/..", ""],
])("shows the name %j as %j", (given, shown) => {
  expect(cleanFileName(given)).toBe(shown);
});
