import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import sharp from "sharp";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import type { Receipt } from "#contract/inquiries/submission.ts";
import type { Role } from "#domain/member.ts";
import { minute } from "#domain/time/durations.ts";
import { createFileMemory } from "#server/http/file-memory.ts";
import { takeFiles } from "#server/http/take-files.ts";
import { wholeOf } from "#server/store/files/stored-files.ts";
import { isOnSqlite } from "#server/store/testing.ts";
import { untilEnded } from "#server/testing-program.ts";
import { createTestApp } from "#server/testing.ts";

const fields = {
  name: "Asha",
  phone: "+91 98765 43210",
  email: "asha@example.com",
  city: "Pune",
  query: "My withdrawal has not arrived, see the screenshot.",
};
const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");

/** A photo as a phone makes it: large, turned, and with the place where it was taken. */
function photo(width = 2400, height = 1200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#a40" } })
    .withExif({ IFD0: { Copyright: "Asha" }, IFD3: { GPSLatitude: "18/1 31/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

type Part = { name: string; value: string } | { name: string; file: Buffer; fileName?: string };

/** A `multipart/form-data` body, as browsers make it. */
function multipart(parts: readonly Part[]) {
  const boundary = `----${randomUUID()}`;
  const chunks = parts.flatMap((part) => {
    const start = `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"`;
    return "value" in part
      ? [Buffer.from(`${start}\r\n\r\n${part.value}\r\n`)]
      : [
          Buffer.from(
            `${start}; filename="${part.fileName ?? "Aadhaar of Asha.jpg"}"\r\ncontent-type: image/jpeg\r\n\r\n`,
          ),
          part.file,
          Buffer.from("\r\n"),
        ];
  });
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

const fieldParts = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }));
const fileParts = (...files: Buffer[]) => files.map((file) => ({ name: "attachments", file }));

async function open(env: Record<string, string> = {}) {
  const desk = await createTestApp({ env });
  onTestFinished(() => desk.close());
  const post = (url: string, parts: readonly Part[], headers: Record<string, string> = {}) => {
    const { headers: type, payload } = multipart(parts);
    return desk.app.inject({ method: "POST", url, headers: { ...type, ...headers }, payload });
  };
  const sendInquiry = (files: readonly Buffer[], key: string = randomUUID()) =>
    post("/api/contact-inquiries", [...fieldParts(fields), ...fileParts(...files)], { "idempotency-key": key });
  const keyIn = (receipt: string) => new URL(receipt, "http://x").searchParams.get("key") ?? "";
  const receiptOf = async (key: string) => {
    const response = await desk.app.inject({ method: "POST", url: "/api/conversation", payload: { key } });
    return response.json<Receipt>();
  };
  return { ...desk, signIn: (role: Role) => desk.signIn(role), post, sendInquiry, keyIn, receiptOf };
}

if (isOnSqlite())
  it("the clean-up removes a file that no message names, but not before it is an hour old", async () => {
    const { services, files, sendInquiry } = await open();
    await sendInquiry([pdf]);
    await files?.write([pdf]);
    const count = async () => {
      let found = 0;
      for await (const listed of files?.list() ?? []) found += listed.length;
      return found;
    };
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 59 * minute);
    await services.cleanUp.run();
    expect(await count()).toBe(2);
    vi.mocked(Date.now).mockReturnValue(Date.now() + 2 * minute);
    await services.cleanUp.run();
    expect(await count()).toBe(1);
    vi.restoreAllMocks();
  });

it("stores pictures re-encoded, without where a photo was taken, PDFs as they are, and no name of a file", async () => {
  const { app, sendInquiry, keyIn, receiptOf, signIn, dump } = await open();
  const sent = await sendInquiry([await photo(), pdf]);
  expect(sent.statusCode).toBe(201);
  const key = keyIn(sent.json<{ receipt: string }>().receipt);
  const { attachments } = await receiptOf(key);
  // Turned by its orientation, and made smaller.
  expect(attachments).toMatchObject([
    { type: "image/webp", width: 800, height: 1600 },
    { type: "application/pdf", size: pdf.length, width: null },
  ]);
  const [image, document] = attachments;

  const cookie = await signIn("agent");
  for (const [url, headers, isTeam] of [
    [`/receipt/attachment?key=${key}&id=`, {}, false],
    ["/api/attachments/", { cookie }, true],
  ] as const) {
    const shown = await app.inject({ url: `${url}${image?.id}`, headers });
    expect(shown.headers).toMatchObject({
      "content-type": "image/webp",
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(shown.headers["content-disposition"]).toMatch(/^inline; filename="[A-Z0-9]{3}-[A-Z0-9]{3}-\w{4}\.webp"$/);
    const metadata = await sharp(shown.rawPayload).metadata();
    expect(metadata).toMatchObject({ format: "webp", width: 800, height: 1600 });
    expect(metadata).not.toHaveProperty("exif");
    const download = await app.inject({ url: `${url}${document?.id}`, headers });
    expect(download.statusCode).toBe(isTeam ? 200 : 404);
    if (!isTeam) continue;
    expect(download.headers["content-disposition"]).toMatch(/^attachment; filename=".*\.pdf"$/);
    expect(download.rawPayload).toEqual(pdf);
  }
  expect(JSON.stringify(await dump())).not.toContain("Aadhaar");
});

it("counts a retry with the same files once, and erasing leaves nothing", async () => {
  const { sendInquiry, keyIn, receiptOf, services, store, dump, files: fileStore } = await open();
  const files = [await photo(300, 200), Buffer.concat([pdf, Buffer.alloc(200_000, "x")])];
  const key = randomUUID();
  const [first, again] = await Promise.all([sendInquiry(files, key), sendInquiry(files, key)]);
  expect([first.statusCode, again.json()]).toEqual([201, first.json()]);
  expect((await sendInquiry(files, key)).json()).toEqual(first.json());
  // The same text with another file is another message.
  expect((await sendInquiry([pdf], key)).statusCode).toBe(422);
  const receiptKey = keyIn(first.json<{ receipt: string }>().receipt);
  const { attachments } = await receiptOf(receiptKey);
  expect(attachments).toHaveLength(2);
  expect((await dump()).attachment).toHaveLength(2);
  const read = await services.conversations.file(receiptKey, attachments[1]?.id ?? "");
  // A picture of the visitor's, not a PDF: nobody hands out files in our name.
  expect([read, await services.conversations.file(receiptKey, attachments[0]?.id ?? "")]).toMatchObject([
    null,
    { file: { type: "image/webp" } },
  ]);
  const kept = await store.attachments.find(attachments[1]?.id ?? "");
  const content = kept && (await store.attachments.content(kept));
  expect(content && (await wholeOf(content))).toEqual(files[1]);
  await services.inquiries.eraseByReceipt(receiptKey);
  const { attachment, attachment_part: parts, erased_file: erased } = await dump();
  expect([attachment, parts, erased]).toEqual([[], [], []]);
  for await (const listed of fileStore?.list() ?? []) expect(listed).toEqual([]);
});

const refused: ReadonlyArray<[string, () => Buffer[] | Promise<Buffer[]>, string]> = [
  ["a fourth file", () => [pdf, pdf, pdf, pdf], "Please choose at most 3 files."],
  [
    "a file of over 5 MB",
    () => [Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])],
    "Each file can be up to 5\u00a0MB",
  ],
  ["a script named as a picture", () => [Buffer.from("<script>alert(1)</script>")], "Only pictures"],
  ["an SVG", () => [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')], "Only pictures"],
  ["an empty file", () => [Buffer.alloc(0)], "Only pictures"],
  ["a picture that is cut off at its start", async () => [(await photo()).subarray(0, 40)], "cannot be opened"],
  ["a picture of too many pixels", () => [hugePng()], "cannot be opened"],
  ["a progressive picture of many scans", () => scannedJpeg(), "cannot be opened"],
  ["an interlaced picture that needs much memory", () => interlacedPng(), "cannot be opened"],
];

/** A valid picture of 8 by 8 pixels in 64 scans, one for each coefficient: each is a pass over the whole picture. */
function scannedJpeg(): Buffer[] {
  const quantization = `ffdb004300${"01".repeat(64)}`;
  const frame = "ffc2000b080008000801011100";
  // Both Huffman tables have one code, a zero bit, for "nothing here".
  const tables = ["00", "10"].map((id) => `ffc40014${id}01${"00".repeat(16)}`).join("");
  const scans = Array.from(
    { length: 64 },
    (_, at) => `ffda0008010100${at.toString(16).padStart(2, "0").repeat(2)}007f`,
  );
  return [Buffer.from(`ffd8${quantization}${frame}${tables}${scans.join("")}ffd9`, "hex")];
}

/** 7,000 by 7,000 pixels of three bytes, decoded as a whole. */
async function interlacedPng(): Promise<Buffer[]> {
  const create = { width: 7000, height: 7000, channels: 3, background: "#a40" } as const;
  return [await sharp({ create }).png({ progressive: true }).toBuffer()];
}

/** Claims 100,000 by 100,000 pixels. */
function hugePng(): Buffer {
  return Buffer.from(
    "89504e470d0a1a0a0000000d49484452000186a0000186a00802000000000000000000000049454e44ae426082",
    "hex",
  );
}

it.each(refused)("refuses %s in plain words, and keeps nothing of the message", async (_what, files, message) => {
  const { sendInquiry, post, dump } = await open();
  const given = await files();
  const answer = await sendInquiry(given);
  expect([answer.statusCode, answer.json<{ errors: Record<string, string> }>().errors]).toEqual([
    422,
    { attachments: expect.stringContaining(message) as string },
  ]);
  const page = await post("/contact/message", [...fieldParts(fields), ...fileParts(...given)]);
  expect(page.statusCode).toBe(422);
  expect(page.body).toContain(message);
  expect(page.body).toContain("Please attach your files again.");
  expect(page.body).toContain(fields.query);
  const { inquiry, attachment } = await dump();
  expect([inquiry, attachment]).toEqual([[], []]);
});

it("takes files without scripts, with the message, the report and the answer", async () => {
  const { app, post, dump } = await open();
  const form = await post("/contact/message", [
    ...fieldParts({ ...fields, key: randomUUID() }),
    ...fileParts(pdf),
    // Browsers send a field like this if no file was chosen.
    { name: "attachments", file: Buffer.alloc(0), fileName: "" },
  ]);
  expect(form.statusCode).toBe(303);
  const report = await post("/report", [
    ...fieldParts({ reported: "+91 90000 00000", happened: "", reach: "" }),
    ...fileParts(pdf),
  ]);
  expect(report.statusCode).toBe(303);
  const key = new URL(form.headers.location ?? "", "http://x").searchParams.get("sent") ?? "";
  const answer = await post(`/receipt?key=${key}`, [
    ...fieldParts({ text: "One more" }),
    ...fileParts(await photo(90, 60)),
  ]);
  expect(answer.statusCode).toBe(303);
  const page = await app.inject({ url: `/receipt?key=${key}` });
  expect(page.body.match(/\/receipt\/attachment\?key=/g)).toHaveLength(2);
  expect((await dump())["attachment"]).toMatchObject([
    { type: "application/pdf", entry_id: null },
    { type: "application/pdf", entry_id: null },
    { type: "image/webp", entry_id: expect.any(String) as string },
  ]);
});

it("shows a file to nobody but the team and the holder of its own page's key", async () => {
  const { app, sendInquiry, keyIn, receiptOf, services, post, signIn, clock } = await open();
  const [own, other] = await Promise.all([sendInquiry([await photo(90, 60)]), sendInquiry([])]);
  const key = keyIn(own.json<{ receipt: string }>().receipt);
  const id = (await receiptOf(key)).attachments[0]?.id ?? "";
  const found = await services.inquiries.findByReceipt(key);
  const mailed = (await services.conversations.newLinkKey(found?.id ?? "")) ?? "";
  const codes = async (...urls: string[]) =>
    Promise.all(urls.map(async (url) => (await app.inject({ url })).statusCode));
  const at = (given: string, file = id) => `/receipt/attachment?key=${given}&id=${file}`;
  const otherKey = keyIn(other.json<{ receipt: string }>().receipt);
  expect(await codes(at(key), at(otherKey), at(mailed), at(""), `/api/attachments/${id}`)).toEqual([
    200, 404, 404, 404, 401,
  ]);
  expect((await receiptOf(mailed)).attachments).toEqual([]);

  // A reply's file is shown once it has left, to the mailed key as well.
  const cookie = await signIn("agent");
  const replied = await post(
    `/api/contact-inquiries/${found?.id}/replies`,
    [...fieldParts({ id: randomUUID(), way: "page", text: "See the receipt." }), ...fileParts(pdf)],
    { cookie, "if-match": '"1"' },
  );
  expect(replied.statusCode).toBe(201);
  const file = replied.json<InquiryDetail>().entries[0]?.attachments[0]?.id ?? "";
  expect(await codes(at(key, file), at(mailed, file))).toEqual([404, 404]);
  clock.advance({ minutes: 1 });
  expect(await codes(at(key, file), at(mailed, file), at(otherKey, file))).toEqual([200, 200, 404]);
});

it("calls a file of a reply everywhere what its member called it, with the ending of what is stored", async () => {
  const { app, db, sendInquiry, keyIn, receiptOf, services, post, signIn, clock } = await open();
  const key = keyIn((await sendInquiry([])).json<{ receipt: string }>().receipt);
  const found = await services.inquiries.findByReceipt(key);
  const cookie = await signIn("agent");
  const named = [
    { name: "attachments", file: pdf, fileName: "forms/Claim form.pdf" },
    { name: "attachments", file: await photo(90, 60), fileName: "रसीद.jpeg" },
    { name: "attachments", file: pdf, fileName: "\u200b" },
  ];
  const replied = await post(
    `/api/contact-inquiries/${found?.id}/replies`,
    [...fieldParts({ id: randomUUID(), way: "page", text: "See the form." }), ...named],
    { cookie, "if-match": '"1"' },
  );
  const inThread = replied.json<InquiryDetail>().entries[0]?.attachments ?? [];
  expect(inThread.map(({ name }) => name)).toEqual(["Claim form.pdf", "रसीद.webp", ""]);
  clock.advance({ minutes: 1 });
  const onPage = (await receiptOf(key)).entries[0]?.attachments ?? [];
  expect(onPage.map(({ name }) => name)).toEqual(["Claim form.pdf", "रसीद.webp", undefined]);
  const downloads = await Promise.all(
    onPage.map(({ id }) => app.inject({ url: `/receipt/attachment?key=${key}&id=${id}` })),
  );
  expect(downloads.map(({ headers }) => headers["content-disposition"])).toEqual([
    'attachment; filename="Claim form.pdf"',
    `inline; filename="____.webp"; filename*=UTF-8''${encodeURIComponent("रसीद.webp")}`,
    expect.stringMatching(/^attachment; filename="[A-Z0-9]{3}-[A-Z0-9]{3}-\w{4}\.pdf"$/),
  ]);

  // The proof of the reply covers the names: visitors see them.
  await db.updateTable("attachment").set({ file_name: "Pay to us@example.pdf" }).where("file_name", "<>", "").execute();
  expect((await receiptOf(key)).entries).toEqual([]);
});

it("limits files by network, by day and in all, and says so", async () => {
  const large = Buffer.concat([pdf, Buffer.alloc(700_000, "x")]);
  const { sendInquiry, clock } = await open({ LIMIT_FILE_MB_PER_NETWORK: "1" });
  expect((await sendInquiry([large])).statusCode).toBe(201);
  const held = await sendInquiry([large]);
  expect([held.statusCode, held.json<{ message: string }>().message]).toEqual([
    429,
    expect.stringContaining("Too many files have come from your network. Nothing is lost") as string,
  ]);
  expect((await sendInquiry([])).statusCode).toBe(201);
  clock.advance({ hours: 12 });
  expect((await sendInquiry([large])).statusCode).toBe(201);

  for (const limit of ["LIMIT_FILE_MB_PER_DAY", "LIMIT_FILE_MB"]) {
    const desk = await open({ [limit]: "1" });
    expect((await desk.sendInquiry([large])).statusCode).toBe(201);
    const full = await desk.sendInquiry([large]);
    expect(full.json<{ errors: Record<string, string> }>().errors).toEqual({
      attachments: "We cannot take any more files right now. Please send your message without them.",
    });
    desk.clock.advance({ hours: 25 });
    expect((await desk.sendInquiry([large])).statusCode).toBe(limit === "LIMIT_FILE_MB" ? 422 : 201);
  }
});

it("refuses a form that ends too early with a page or a problem, and keeps nothing", async () => {
  const { app, dump } = await open();
  for (const url of ["/contact/message", "/api/contact-inquiries"]) {
    const { headers, payload } = multipart([...fieldParts(fields), ...fileParts(pdf)]);
    const response = await app.inject({ method: "POST", url, headers, payload: payload.subarray(0, -60) });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([
      400,
      url.startsWith("/api") ? "application/problem+json" : "text/html; charset=utf-8",
    ]);
  }
  expect((await dump())["inquiry"]).toEqual([]);
});

it.each<[what: string, part: Part, named: string]>([
  ["a file under another name", { name: "photo", file: pdf }, "photo"],
  ["a file in the place of a text", { name: "city", file: pdf }, "city"],
  ["a text in the place of files", { name: "attachments", value: "x" }, "attachments"],
  ["an unknown text", { name: "amount", value: "5000" }, "amount"],
  ["a file without a name of its own under another name", { name: "photos[]", file: pdf, fileName: "" }, "photos[]"],
])("refuses a form with %s by its name, and keeps nothing", async (_what, part, field) => {
  const desk = await open();
  const inquiry = (await desk.sendInquiry([])).json<{ receipt: string }>();
  const key = desk.keyIn(inquiry.receipt);
  const before = await desk.dump();
  const report = { reported: "+91 90000 00009", happened: "", reach: "" };
  const answer = { key, text: "Hello" };
  for (const [url, values] of [
    ["/api/contact-inquiries", fields],
    ["/api/impostor-reports", report],
    ["/api/conversation/answers", answer],
    ["/contact/message", fields],
    ["/hi/report", report],
    [`/receipt?key=${key}`, { text: "Hello" }],
  ] as const) {
    const response = await desk.post(url, [...fieldParts(values), part, ...fileParts(pdf)]);
    expect([url, response.statusCode]).toEqual([url, 422]);
    if (url.startsWith("/api")) {
      expect(response.json().errors).toEqual({ [field]: "This field is not known here." });
      expect(response.json().message).toContain(`“${field}”`);
    } else expect(response.headers["content-type"]).toContain("text/html");
  }
  expect(await desk.dump()).toEqual(before);
});

it("says of a retry with files that are not taken why, and not that its words differ", async () => {
  const { sendInquiry } = await open();
  const key = randomUUID();
  expect((await sendInquiry([pdf], key)).statusCode).toBe(201);
  const again = await sendInquiry([pdf, pdf, pdf, pdf], key);
  expect(again.json<{ errors: Record<string, string> }>().errors).toEqual({
    attachments: "Please choose at most 3 files.",
  });
});

describe("the memory of files", () => {
  const megabyte = 1024 * 1024;
  const large = 15 * megabyte;
  const end = () => undefined;
  afterEach(() => void vi.useRealTimers());

  it("lets the requests of one network wait for each other, and nobody else for them", async () => {
    const memory = createFileMemory({ uploadSeconds: 300 });
    const holds = Array.from({ length: 6 }, () => memory.hold("203.0.113.1", end));
    const granted: number[] = [];
    for (const [at, hold] of holds.entries()) void hold.reserve(large).then((is) => is && granted.push(at));
    await new Promise(setImmediate);
    expect([granted, memory.waiting()]).toEqual([[0, 1, 2], 3]);
    expect(await memory.hold("2001:db8::1", end).reserve(large)).toBe(true);
    holds[1]?.release();
    // The file that was read is smaller than what was reserved.
    holds[0]?.shrink(megabyte);
    await new Promise(setImmediate);
    expect([granted, memory.waiting()]).toEqual([[0, 1, 2, 3, 4], 1]);
    // Its connection has closed: it gets nothing.
    holds[5]?.release();
    holds[2]?.release();
    await new Promise(setImmediate);
    expect([granted, memory.waiting()]).toEqual([[0, 1, 2, 3, 4], 0]);
    for (const hold of holds) hold.release();
    expect(memory.all()).toBe(large);
  });

  it("serves networks in the order of arrival, a large request before later small ones", async () => {
    const memory = createFileMemory({ uploadSeconds: 300 });
    const full = Array.from({ length: 12 }, (_, at) => memory.hold(`203.0.113.${Math.floor(at / 3)}`, end));
    for (const hold of full) expect(await hold.reserve(large)).toBe(true);
    const granted: string[] = [];
    const ask = (name: string, bytes: number) =>
      void memory
        .hold(`198.51.100.${name.length}`, end)
        .reserve(bytes)
        .then((is) => is && granted.push(name));
    ask("large", large);
    ask("small one", megabyte);
    await new Promise(setImmediate);
    // Enough for the small one.
    full[1]?.shrink(large - megabyte);
    await new Promise(setImmediate);
    expect(granted).toEqual([]);
    full[0]?.release();
    await new Promise(setImmediate);
    expect(granted).toEqual(["large", "small one"]);
  });

  it("is refused after half a minute, or when too many wait, and counts that", async () => {
    vi.useFakeTimers();
    const memory = createFileMemory({ uploadSeconds: 300 });
    for (let held = 0; held < 3; held += 1) {
      const hold = memory.hold("203.0.113.1", end);
      await hold.reserve(large);
      hold.receive(large);
    }
    const waiting = Array.from({ length: 16 }, () => memory.hold("203.0.113.1", end).reserve(large));
    expect(await memory.hold("203.0.113.1", end).reserve(large)).toBe(false);
    vi.advanceTimersByTime(30_000);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]));
    expect([memory.refused(), memory.waiting()]).toEqual([17, 0]);
  });

  it("is taken from uploads that could not end in time, but only for others who wait", async () => {
    vi.useFakeTimers();
    const memory = createFileMemory({ uploadSeconds: 300 });
    const ended: string[] = [];
    /** Sends as many bytes in each second. */
    const upload = async (name: string, bytes: number, pace: number) => {
      const hold = memory.hold("203.0.113.1", () => {
        ended.push(name);
        hold.release();
      });
      if (!(await hold.reserve(bytes))) return false;
      const timer = setInterval(() => hold.receive(pace), 1000);
      onTestFinished(() => clearInterval(timer));
      return true;
    };
    // 40 kbit/s of a slow phone, and what a picture needs.
    await upload("a picture from a slow phone", 0.3 * megabyte, 2000);
    await upload("a file over a poor line", large, 30_000);
    await upload("a byte a second", large, 1);
    vi.advanceTimersByTime(60_000);
    expect(ended).toEqual([]);
    await upload("a byte a second, for a moment", large, 1);
    const waits = upload("who waits", large, 60_000);
    await vi.advanceTimersByTimeAsync(1000);
    expect([ended, memory.refused(), memory.waiting()]).toEqual([["a byte a second"], 1, 0]);
    expect(await waits).toBe(true);
  });

  it("is not held by a request that has ended before it asks", async () => {
    const memory = createFileMemory({ uploadSeconds: 300 });
    const hold = memory.hold("203.0.113.1", end);
    hold.release();
    expect([await hold.reserve(large), memory.all(), memory.refused()]).toEqual([false, 0, 0]);
  });
});

it("answers 503 with all that was typed if there is no room for files in time, and counts it as held up", async () => {
  const desk = await open();
  const { app } = desk;
  const none = { reserve: async () => false, receive() {}, shrink() {}, release() {} };
  vi.spyOn(app.fileMemory, "hold").mockReturnValue(none);
  // The first one writes them.
  await desk.services.settings.poll();
  const before = await desk.dump();
  const response = await desk.sendInquiry([pdf]);
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "30"]);
  expect(response.json().message).toMatch(/^Too many files are coming in right now/);
  const form = await desk.post("/contact/message", [...fieldParts(fields), ...fileParts(pdf)]);
  expect([form.statusCode, form.headers["retry-after"]]).toEqual([503, "30"]);
  expect(form.body).toContain("Too many files are coming in right now");
  expect(form.body).toContain(fields.query);
  expect(await desk.dump()).toEqual(before);
  // Browsers send this field without a file: text waits for nobody.
  const noFile = { name: "attachments", file: Buffer.alloc(0), fileName: "" };
  expect((await desk.post("/contact/message", [...fieldParts(fields), noFile])).statusCode).toBe(303);
});

it.each([
  ["/api/contact-inquiries", "is too slow while others wait"],
  ["/contact/message", "is too slow while others wait"],
  ["/api/contact-inquiries", "waits in vain"],
])("%s answers 503 before an upload ends that %s, and ends its connection", { timeout: 60_000 }, async (url, what) => {
  const { app } = await open();
  const memory = app.fileMemory;
  const hold = memory.hold.bind(memory);
  let endSlow = (): void => undefined;
  const isTaken = what !== "waits in vain";
  vi.spyOn(memory, "hold").mockImplementation((address, end) => {
    endSlow = end;
    return { ...hold(address, end), ...(!isTaken && { reserve: async () => false }) };
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const { headers, payload } = multipart([...fieldParts(fields), ...fileParts(Buffer.alloc(4_000_000, pdf))]);
  const socket = connect(port, "127.0.0.1");
  const answered = untilEnded(socket);
  const head = { host: `127.0.0.1:${port}`, ...headers, "content-length": payload.length };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  socket.write(payload.subarray(0, 1_000_000));
  let sent = 1_000_000;
  // It sends on until it can no more, as browsers do.
  const sending = setInterval(() => socket.write(payload.subarray(sent, (sent += 1000))), 20);
  onTestFinished(() => clearInterval(sending));
  if (isTaken) {
    await expect.poll(memory.all).toBe(payload.length);
    endSlow();
    await expect.poll(memory.all).toBe(0);
  }
  const answer = await answered;
  expect(sent).toBeLessThan(payload.length);
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer).toMatch(/retry-after: 30/i);
  expect(answer).toContain("Too many files are coming in right now");
  if (!url.startsWith("/api")) expect(answer).toContain(fields.query);
});

it("frees the memory of files once their request has ended", async () => {
  const { app, sendInquiry } = await open();
  await Promise.all([sendInquiry([pdf]), sendInquiry([Buffer.alloc(100)]), sendInquiry([pdf, pdf, pdf, pdf])]);
  await new Promise(setImmediate);
  expect(app.fileMemory.all()).toBe(0);
});

it("takes no memory for a sender who has left before the files are looked at", async () => {
  const app = Fastify();
  const fileMemory = createFileMemory({ uploadSeconds: 300 });
  app.decorate("fileMemory", fileMemory);
  app.addHook("onRequest", async (_request, reply) => {
    const closed = once(reply.raw, "close");
    reply.raw.destroy();
    await closed;
  });
  let routed = 0;
  app.register(async (routes) => {
    await takeFiles(routes, []);
    routes.addHook("preHandler", async () => void (routed += 1));
    routes.post("/", async () => "");
  });
  await app.inject({ method: "POST", url: "/", ...multipart(fileParts(pdf)) }).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([fileMemory.all(), routed]).toEqual([0, 0]);
});
