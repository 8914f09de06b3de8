import { randomBytes } from "node:crypto";
import type { S3mini } from "s3mini";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { contentHash } from "#server/lib/tokens.ts";
import { BucketAwayError, GoneError } from "../../lib/s3/bucket-error.ts";
import { useFaultyS3 } from "../../lib/s3/testing-server.ts";
import { createFileBucket, type FileBucket } from "./file-bucket.ts";
import { wholeOf } from "./stored-files.ts";

// The S3 server may have to be installed first.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const server = useFaultyS3();

let s3: S3mini;
let files: FileBucket;
let count = 0;
const place = (change: object = {}) => ({
  endpoint: server.endpoint,
  bucket: `files-${count}`,
  prefix: "desk/one/",
  region: "us-east-1",
  accessKeyId: server.accessKeyId,
  secretAccessKey: server.secretAccessKey,
  ...change,
});
beforeEach(async () => {
  count += 1;
  s3 = await server.create(`files-${count}`);
  files = createFileBucket(place());
});

const keys = async () => ((await s3.listObjects("/", "")) ?? []).map(({ Key }) => Key);
async function listed(of = files) {
  const found: Array<{ name: string; age: number }> = [];
  for await (const page of of.list()) for (const { name, age } of page) found.push({ name, age: await age() });
  return found;
}

it("has each content under a random name, gives it back from a byte on, and removes it", async () => {
  const content = randomBytes(200_000);
  const [one, empty] = await Promise.all([files.write([content.subarray(0, 9), content]), files.write([])]);
  expect(one).toEqual({
    name: expect.stringMatching(/^[\da-f]{32}$/),
    hash: contentHash(Buffer.concat([content.subarray(0, 9), content])),
    bytes: 200_009,
  });
  expect((await keys()).toSorted()).toEqual([one.name, empty.name].map((name) => `desk/one/files/${name}`).toSorted());
  expect((await wholeOf(files.read(one.name, 9))).equals(content)).toBe(true);
  expect(await wholeOf(files.read(one.name, 200_009))).toHaveLength(0);
  expect(await wholeOf(files.read(empty.name))).toHaveLength(0);
  await files.remove([one.name, "../../front-desk", empty.name, one.name]);
  expect(await keys()).toEqual([]);
  await expect(wholeOf(files.read(one.name))).rejects.toThrow(GoneError);
  await expect(wholeOf(files.read("../../front-desk"))).rejects.toThrow("none of ours");
});

it("lists its own files with their age, page by page, and those of no other folder", async () => {
  const { name } = await files.write([Buffer.from("x")]);
  const other = createFileBucket(place({ prefix: "desk/" }));
  await other.write([Buffer.from("of another installation")]);
  await s3.putObject("desk/one/files/README", "none of ours");
  await s3.putObject("desk/one/front-desk-2026-01-01T00-00-00Z.tar.age", "a backup");
  const found = await listed();
  expect(found.map((one) => one.name)).toEqual([name]);
  expect(Math.abs(found[0]?.age ?? NaN)).toBeLessThan(10_000);
  const many = await Promise.all(Array.from({ length: 20 }, () => files.write([Buffer.from("x")])));
  expect(new Set((await listed()).map((one) => one.name))).toEqual(new Set([name, ...many.map((one) => one.name)]));
});

it("leaves nothing of a content that ends early", async () => {
  const torn = async function* () {
    yield Buffer.from("half");
    throw new Error("the sender is gone");
  };
  await expect(files.write(torn())).rejects.toThrow("the sender is gone");
  expect(await keys()).toEqual([]);
});

it("says whose files it has", async () => {
  expect(await files.readMark()).toBeNull();
  await files.writeMark("a store");
  expect(await createFileBucket(place()).readMark()).toBe("a store");
  expect(await listed()).toEqual([]);
});

describe("while its server fails", () => {
  it.each([
    ["answers 503 at first", 503],
    ["ends connections at first", "cut"],
  ] as const)("that %s, files are written and read all the same", async (_what, what) => {
    let failures = 0;
    server.fault = () => ((failures += 1) % 3 === 0 ? undefined : what);
    const content = randomBytes(100_000);
    const { name } = await files.write([content]);
    expect((await wholeOf(files.read(name))).equals(content)).toBe(true);
    await files.remove([name]);
    expect(await keys()).toEqual([]);
  });

  it("a write that gets no answer ends in time, and what has arrived of it is removed", async () => {
    server.fault = ({ method }) => (method === "PUT" ? "lose" : undefined);
    await expect(files.write([Buffer.from("x")])).rejects.toThrow(BucketAwayError);
    await expect.poll(keys).toEqual([]);
    server.fault = ({ method }) => (method === "PUT" ? "hold" : undefined);
    const begun = performance.now();
    await expect(files.write([Buffer.from("x")])).rejects.toThrow(/^FILES_S3_ENDPOINT: .* cannot be reached/);
    expect(performance.now() - begun).toBeLessThan(25_000);
  });

  it.each([
    ["another secret", { secretAccessKey: "another" }, "FILES_S3_ACCESS_KEY_ID: the server refuses the key"],
    ["another bucket", { bucket: "no-such-bucket" }, "FILES_S3_BUCKET: there is no such bucket"],
    ["a closed port", { endpoint: "http://127.0.0.1:1" }, "FILES_S3_ENDPOINT: 127.0.0.1:1 cannot be reached"],
  ])("%s is named by its setting", async (_what, change, message) => {
    await expect(createFileBucket(place(change)).write([Buffer.from("x")])).rejects.toThrow(message);
  });
});

it("tells whether its bucket keeps what is removed", async () => {
  expect(await files.keeps()).toEqual({ versions: false, locked: false });
  await s3.setBucketVersioning("Enabled");
  expect(await files.keeps()).toEqual({ versions: true, locked: false });
});
