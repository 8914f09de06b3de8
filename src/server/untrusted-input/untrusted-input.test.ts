import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterEach, expect, it, vi } from "vitest";
import { rawMail } from "../incoming-mail/testing.ts";
import { createUntrustedInput, type UntrustedInput } from "./untrusted-input.ts";

const usual = { memory: 256 * 1024 * 1024, processorMs: 5000, wallMs: 60_000 };
let input: UntrustedInput | undefined;
afterEach(() => input?.close());

/** The ids of this program's input processes. */
function processes(): number[] {
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" });
  return children.split("\n").flatMap((line) => (line.includes("input-process") ? [Number.parseInt(line, 10)] : []));
}

it("reads emails and pictures in a process without the server's secrets, which ends with it", async () => {
  vi.stubEnv("BACKUP_PASSPHRASE", "a secret of the server");
  input = createUntrustedInput();
  const mail = await input.read("mail", rawMail({ Subject: "Deposit" }, "It is missing"), "asha");
  expect(mail).toMatchObject({ ok: true, value: { ok: true, mail: { subject: "Deposit", text: "It is missing" } } });
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const picture = await input.read("picture", png, "asha");
  expect(picture).toMatchObject({ ok: true, value: { type: "image/webp", width: 20, height: 10 } });
  const [pid] = processes();
  expect(pid).toBeDefined();
  expect(readFileSync(`/proc/${pid}/environ`, "latin1")).not.toContain("a secret of the server");
  input.close();
  await vi.waitFor(() => expect(processes()).toEqual([]));
  vi.unstubAllEnvs();
});

it("goes on after a process that ended, whatever ended it", async () => {
  input = createUntrustedInput();
  await input.read("mail", rawMail(), "asha");
  const big = rawMail({}, "a".repeat(20_000_000));
  const reading = input.read("mail", big, "asha");
  const [pid = 0] = processes();
  process.kill(pid, "SIGSEGV");
  expect(await reading).toEqual({ ok: false, reason: "crashed" });
  expect(await input.read("mail", rawMail(), "asha")).toMatchObject({ ok: true });
});

it.each([
  ["too much memory", { ...usual, memory: 40 * 1024 * 1024 }],
  ["too slow", { ...usual, processorMs: 10 }],
  ["too slow", { ...usual, wallMs: 10 }],
] as const)("ends a process that is %s, and starts another", async (reason, limits) => {
  input = createUntrustedInput({ limits });
  const picture = sharp({ create: { width: 6000, height: 6000, channels: 3, background: "#fa3" } });
  const large = await picture.png({ compressionLevel: 1 }).toBuffer();
  expect(await input.read("picture", large, "asha")).toEqual({ ok: false, reason });
  expect(await input.read("picture", large, "asha")).toEqual({ ok: false, reason });
});

/** Waits for both processes, of which one may just have been ended. */
async function bothStarted({ read }: Pick<UntrustedInput, "read">): Promise<void> {
  const readings = await Promise.all(["a", "b"].map((sender) => read("mail", rawMail(), sender)));
  if (readings.some(({ ok }) => !ok)) await bothStarted({ read });
}

it("lets senders take turns, and those that exceeded a limit go last", async () => {
  input = createUntrustedInput({ limits: { ...usual, wallMs: 3000 } });
  await bothStarted(input);
  const done: string[] = [];
  const read = (sender: string, size: number) =>
    input?.read("mail", rawMail({}, "a".repeat(size)), sender).then(() => done.push(sender));
  const flood = Array.from({ length: 20 }, () => read("flood", 2_000_000));
  await Promise.all([...flood, read("asha", 10)]);
  expect(done.indexOf("asha")).toBeLessThan(6);

  const reading = input.read("mail", rawMail({}, "a".repeat(20_000_000)), "hostile");
  for (const pid of processes()) process.kill(pid, "SIGKILL");
  expect(await reading).toMatchObject({ ok: false });
  await bothStarted(input);
  done.length = 0;
  const hostile = Array.from({ length: 4 }, () => read("hostile", 10));
  const others = Array.from({ length: 20 }, (_, at) => read(`visitor ${at}`, 10));
  await Promise.all([...hostile, ...others]);
  // Two of its emails were begun before the others came; the third came last of all, unless one process was slow.
  const [, , third = 0] = done.flatMap((sender, at) => (sender === "hostile" ? [at] : []));
  expect(third).toBeGreaterThan(15);
});

it("keeps what waits within a limit", async () => {
  const reader = createUntrustedInput();
  input = reader;
  const large = rawMail({}, "a".repeat(25_000_000));
  const readings = await Promise.all(Array.from({ length: 16 }, (_, at) => reader.read("mail", large, `sender ${at}`)));
  expect(readings.filter((reading) => !reading.ok && reading.reason === "busy").length).toBeGreaterThan(0);
  expect(readings.filter((reading) => reading.ok).length).toBeGreaterThan(3);
});

const html = (text: string) => rawMail({ "Content-Type": "text/html; charset=utf-8" }, text);
const flowed = { "Content-Type": "text/plain; format=flowed" };
it.each([
  ["empty lines", () => rawMail({}, "\n".repeat(25_000_000))],
  ["2.5 MB of empty lines", () => rawMail({}, "\n".repeat(2_500_000))],
  ["<b>", () => html("<b>".repeat(166_000))],
  ["<h1>", () => html("<h1>".repeat(125_000))],
  ["<div>", () => html("<div>".repeat(100_000))],
  ["nested lists", () => html("<ul><li>".repeat(62_000))],
  ["nested tables", () => html("<table><tr><td>".repeat(33_000))],
  ["<pre> of long lines", () => html(`<pre>${`${"a".repeat(80)}\n`.repeat(6000)}`)],
  ["nested links", () => html("<a href=x>".repeat(50_000))],
  ["nested groups of addresses", () => rawMail({ Cc: "a:".repeat(100_000) })],
  ["format=flowed", () => rawMail(flowed, `${"a ".repeat(40)}\n`.repeat(31_000))],
  ["deep quotation", () => rawMail(flowed, ">".repeat(2_500_000))],
  ["many parts", () => rawMail({ "Content-Type": "multipart/mixed; boundary=B" }, "--B\r\n\r\n".repeat(100_000))],
  ["encoded words", () => rawMail({ Subject: "=?utf-8?q?a?= ".repeat(15_000) })],
  ["UTF-7", () => rawMail({ "Content-Type": "text/plain; charset=utf-7" }, `+${"AOkA".repeat(600_000)}`)],
])("keeps to its limits with an email of %s", async (_what, raw) => {
  input = createUntrustedInput();
  expect(await input.read("mail", raw(), "hostile")).toMatchObject({ ok: true });
});
