import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { hour } from "#domain/time/durations.ts";
import { inEnglish } from "#copy/server/render.ts";
import type { BackupPlace } from "./backup-config.ts";
import { bucketProblem } from "./check-place.ts";
import { copyOffsite } from "./offsite.ts";
import { uploadShared } from "./pool/pool-offsite.ts";
import { pathInPool, poolListName, writePoolList } from "./pool/pool-list.ts";
import { openBackupBucket } from "./backup-bucket.ts";
import { backupName } from "./stored-backups.ts";

/** A bucket whose server does what it likes. */
let answer: (response: ServerResponse, request: IncomingMessage) => void;
let server: Server;
let calls: number;
beforeEach(async () => {
  calls = 0;
  server = createServer((request, response) => {
    calls += 1;
    request.resume();
    answer(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const place = () => ({
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  bucket: "backups",
  prefix: "desk/",
  keep: 10,
  region: "us-east-1",
  accessKeyId: "key",
  secretAccessKey: "secret",
});
/** Returns the place as owners choose it. */
const chosen = () => ({ ...place(), guard: { privateHosts: ["127.0.0.1"] } });

/** `time` is for a page of a listing and a part of an upload. */
const open = (time = 1500, at: BackupPlace = place()) =>
  openBackupBucket(at, { backoff: 1, limits: { listing: time, upload: time, download: 300 } });

const page = (inside: string) => `<?xml version="1.0"?><ListBucketResult>${inside}</ListBucketResult>`;
const entry = (at: number) => `<Contents><Key>desk/front-desk-${at}</Key><Size>${at}</Size></Contents>`;
/** Writes pieces until nobody listens any more. */
const endless = (piece: string) => (response: ServerResponse) => {
  const write = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once("drain", write);
  };
  write();
};
/** Writes one byte at a time, and never ends. */
const slow = (start: string) => (response: ServerResponse) => {
  response.write(start);
  const timer = setInterval(() => response.write("a"), 20);
  response.on("close", () => clearInterval(timer));
};

it("lists what an honest server has, in pages", async () => {
  answer = (response, { url = "" }) => {
    const isLast = url.includes("continuation-token=next");
    const more = "<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>";
    response.end(page(isLast ? entry(2) : entry(1) + more));
  };
  expect([...(await (await open()).list("front-desk-"))]).toEqual([
    ["front-desk-1", 1],
    ["front-desk-2", 2],
  ]);
});

it("lists more files that backups share than it lists backups", async () => {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-bucket-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const backup = "front-desk-2026-01-02T03-04-05Z.tar.age";
  const name = `${"ab".repeat(32)}.age`;
  writeFileSync(join(folder, poolListName(backup)), writePoolList([{ name, bytes: 7, sha256: "0".repeat(64) }]));
  let listed = 0;
  answer = (response, { method }) => {
    if (method === "PUT") return void response.end();
    listed += 1;
    const more = `<IsTruncated>true</IsTruncated><NextContinuationToken>n${listed}</NextContinuationToken>${entry(1)}`;
    const last = `<Contents><Key>desk/${pathInPool(name)}</Key><Size>7</Size></Contents>`;
    response.end(page(listed < 150 ? more : last));
  };
  await uploadShared(await open(), { folder, isChosen: false }, backup);
  expect(listed).toBe(150);
});

it.each([
  ["an endless page", endless("<Contents><Key>desk/a</Key></Contents>".repeat(2000)), /more than 8 MB/],
  ["an endless text", endless("a".repeat(65_536)), /more than 8 MB/],
  [
    "deep elements",
    (response: ServerResponse) => response.end("<a>".repeat(300_000) + "</a>".repeat(300_000)),
    /in more than 8/,
  ],
  ["elements that nobody closes", (response: ServerResponse) => response.end("<a>b".repeat(300_000)), /in more than 8/],
  ["too many elements", (response: ServerResponse) => response.end(page("<a></a>".repeat(300_000))), /20000 elements/],
  ["tags that do not end", (response: ServerResponse) => response.end("<a ".repeat(300_000)), /does not end/],
  ["a byte at a time", slow("<ListBucketResult>"), /cannot be reached/, 200],
  [
    "pages without an end",
    (response: ServerResponse) =>
      response.end(
        page(`<IsTruncated>true</IsTruncated><NextContinuationToken>n${calls}</NextContinuationToken>${entry(1)}`),
      ),
    /more than 100 pages/,
  ],
  [
    "another place",
    (response: ServerResponse) => response.writeHead(302, { location: "http://192.0.2.1/" }).end(),
    /another region/,
  ],
] as const)(
  "refuses a listing of %s, in time",
  { timeout: 60_000 },
  async (_what, behavior, problem, time?: number) => {
    answer = behavior;
    const before = process.memoryUsage().heapUsed;
    await expect((await open(time)).list("front-desk-")).rejects.toThrow(problem);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024);
  },
);

it.each([
  ["endless", endless("a".repeat(1024)), /is longer than it should be/],
  ["sent a byte at a time", slow(""), /too slowly/],
] as const)("refuses an object that is %s", { timeout: 60_000 }, async (_what, behavior, problem) => {
  answer = behavior;
  await expect((await open()).read("front-desk-1", 100_000)).rejects.toThrow(problem);
});

it.each([
  ["never answers", () => undefined, /cannot be reached/, 100],
  ["sends an endless answer", endless("<a></a>".repeat(10_000)), /more than 8 MB/],
  [
    "sends it elsewhere",
    (response: ServerResponse) => response.writeHead(307, { location: "http://192.0.2.1/" }).end(),
    /another region/,
  ],
] as const)(
  "ends an upload to a server that %s",
  { timeout: 60_000 },
  async (_what, behavior, problem, time?: number) => {
    answer = behavior;
    const folder = mkdtempSync(join(tmpdir(), "front-desk-bucket-"));
    const file = join(folder, "backup");
    writeFileSync(file, "a backup");
    const bucket = await open(time);
    await expect(bucket.upload("front-desk-1", file, null, () => Promise.resolve())).rejects.toThrow(problem);
    await expect(bucket.put("front-desk-1.json", "{}")).rejects.toThrow(problem);
    rmSync(folder, { recursive: true });
  },
);

it.each([
  ["says nothing", (): void => undefined],
  ["says nothing after its headers", (response: ServerResponse): void => response.writeHead(200).flushHeaders()],
  ["says nothing in the middle", (response: ServerResponse): void => void response.write("a")],
] as const)("gives up on a chosen bucket that %s", { timeout: 20_000 }, async (_what, behavior) => {
  answer = behavior;
  const bucket = await open(300, chosen());
  await expect(bucket.read("front-desk-1", 100_000)).rejects.toThrow(/cannot be reached/);
  await expect(bucket.list("front-desk-")).rejects.toThrow(/cannot be reached/);
});

it.each([100, 199, 600, 999])("takes the status %i of a chosen bucket for a failure of its server", async (status) => {
  answer = (response) => response.socket?.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`);
  const bucket = await open(300, chosen());
  await expect(bucket.list("front-desk-")).rejects.toThrow(/Address of the S3 server: /);
});

it("tries a bucket in time, however slowly its server responds, and reads little of it", async () => {
  // Each response begins before its own time is over.
  answer = (response, { method }) =>
    void setTimeout(() => (method === "GET" ? slow("<a>")(response) : response.end()), 250);
  const begun = performance.now();
  expect(await bucketProblem(chosen(), AbortSignal.timeout(1000))).toMatchObject({ field: "endpoint" });
  expect(performance.now() - begun).toBeLessThan(3000);
  answer = endless("<a></a>".repeat(10_000));
  expect((await bucketProblem(chosen()))?.text).toContain('"bucket.too-large","params":{"count":1}');
});

/** Three that the bucket lacks. */
function folderOfBackups(): string {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-bucket-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const hours of [1, 2, 3])
    writeFileSync(join(folder, backupName(Date.now() - hours * hour, true)), "age-encryption.org/v1\nof a test");
  return folder;
}

/** Sends a byte a second, and never ends. */
const byteASecond = (response: ServerResponse) => {
  const timer = setInterval(() => response.write(" "), 1000);
  response.on("close", () => clearInterval(timer));
};
const nothingThere = (response: ServerResponse) => void response.end(page(""));

it.each([
  ["everything", place, () => true],
  ["everything, of a chosen bucket,", chosen, () => true],
  ["what it says of an upload", place, ({ method }: IncomingMessage) => method !== "GET"],
  ["what it says of an upload to a chosen bucket", chosen, ({ method }: IncomingMessage) => method !== "GET"],
] as const)(
  "ends a copy as one failure if the server sends %s a byte a second",
  { timeout: 30_000 },
  async (_what, at, isSlow) => {
    answer = (response, request) => (isSlow(request) ? byteASecond(response) : nothingThere(response));
    const begun = performance.now();
    const order = { place: at(), folder: folderOfBackups(), days: 30 };
    const copying = copyOffsite(order, undefined, Date.now, openBackupBucket(at(), { patience: 2500 }));
    await expect(copying).rejects.toThrow(/: 127\.0\.0\.1:\d+ is too slow: the copy made no progress for 1 minute$/);
    expect(performance.now() - begun).toBeLessThan(5000);
  },
);

it("goes on with a download that makes progress, however long it takes", { timeout: 30_000 }, async () => {
  const sent = randomBytes(6 * 1_100_000);
  answer = (response) => {
    let at = 0;
    const timer = setInterval(() => {
      response.write(sent.subarray(at, (at += 1_100_000)));
      if (at < sent.length) return;
      clearInterval(timer);
      response.end();
    }, 300);
  };
  const bucket = await openBackupBucket(place(), { patience: 900 });
  expect(await bucket.read("front-desk-1", sent.length)).toBe(createHash("sha256").update(sent).digest("hex"));
});

it("says that the clock of this machine is wrong, by what the server calls it or by the time of its response", async () => {
  const said = async (code: string, date = Date.now()) => {
    answer = (response) => {
      response.writeHead(403, { date: new Date(date).toUTCString(), "content-type": "application/xml" });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    };
    const problem = await bucketProblem(chosen());
    return { field: problem?.field, text: problem === null ? "" : inEnglish(problem.text) };
  };
  const day = 86_400_000;
  const text = (code: string) =>
    `Address of the S3 server: the clock of this machine is wrong, so that the server refuses its requests (403 ${code})`;
  const skewed = "RequestTimeTooSkewed";
  expect(await said(skewed)).toEqual({ field: "endpoint", text: text(skewed) });
  for (const apart of [-day, day])
    expect((await said("AccessDenied", Date.now() + apart)).text).toBe(text("AccessDenied"));
  expect((await said("AccessDenied", Date.now() + 60_000)).field).toBe("accessKeyId");
});
