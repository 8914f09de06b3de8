import { beforeEach, expect, it } from "vitest";
import { inEnglish } from "#copy/server/render.ts";
import { say } from "#copy/server/say.ts";
import { hour, minute } from "#domain/time/durations.ts";
import { BucketAwayError, BucketError, GoneError } from "../lib/s3/bucket-error.ts";
import type { Kept } from "../store/files/shared-files.ts";
import { FilesUnavailableError, StoreUnavailableError } from "../store/store-unavailable.ts";
import type { FileRequest } from "../store/files/file-requests.ts";
import { createFilesWatch } from "./files-watch.ts";

let now: number;
let waiting: number;
let check: () => Promise<boolean>;
let kept: Kept | null;
let takenOver: number | null;
let log: string[];
let requestEnded: (request: FileRequest) => void;
beforeEach(() => {
  [now, waiting, kept, takenOver, log] = [Date.UTC(2026, 10, 21), 0, null, null, []];
  check = () => Promise.resolve(true);
});

function watch() {
  const sharedFiles = {
    kind: "bucket",
    label: "desk/",
    check: () => check(),
    keeps: () => Promise.resolve(kept),
    takenOverAt: () => Promise.resolve(takenOver),
  };
  const onFileRequest = (listener: typeof requestEnded) => {
    requestEnded = listener;
  };
  const waitingFiles = { waiting: () => Promise.resolve(waiting) };
  const store = { engine: "postgresql", files: waitingFiles, sharedFiles, onFileRequest };
  const note = (_facts: object, message: string) => void log.push(message);
  const created = createFilesWatch({ store: store as Parameters<typeof createFilesWatch>[0]["store"], now: () => now });
  created.logTo({ info: note, warn: note, error: note });
  return created;
}

it("is checked once, at once, when requests have failed for the place, and not for the store", async () => {
  const away = say("bucket.responds", { setting: "FILES_S3_ENDPOINT", status: "503" });
  const failed = new FilesUnavailableError(new BucketAwayError(away));
  let checks = 0;
  check = () => {
    checks += 1;
    return Promise.reject(failed);
  };
  const files = watch();
  files.requestFailed(new StoreUnavailableError("away", new Error("the database")));
  expect(checks).toBe(0);
  for (let requests = 0; requests < 3; requests += 1) files.requestFailed(failed);
  await expect.poll(async () => (await files.state()).failure?.message).toEqual(away);
  files.requestFailed(failed);
  expect([checks, log]).toEqual([1, ["files can be neither stored nor opened"]]);
});

it.each([
  [{ versions: false, locked: false }, null],
  [null, null],
  [{ versions: true, locked: false }, "versions"],
  [{ versions: true, locked: true }, "locked"],
  [{ versions: false, locked: null }, "unknown"],
  [{ versions: null, locked: false }, "unknown"],
] as const)(
  "owners read what a bucket keeps of erased files, and the log says it once: %j",
  async (found, expected) => {
    kept = found;
    const files = watch();
    await files.check();
    await files.check();
    expect(await files.state()).toEqual({ place: "bucket", waiting: 0, keepsErased: expected, failure: null });
    expect(log).toEqual(expected === null ? [] : [expect.stringMatching(/^FILES_S3_BUCKET: the (bucket|key) /)]);
    kept = { versions: false, locked: false };
    await files.check();
    expect((await files.state()).keepsErased).toBeNull();
  },
);

it("owners read that another database has used the place", async () => {
  check = () => Promise.resolve(false);
  const files = watch();
  await files.check();
  expect((await files.state()).keepsErased).toBe("copy");
});

it("the log says once that the place was taken over from another database", async () => {
  takenOver = now;
  const files = watch();
  await files.check();
  await files.check();
  expect(log).toEqual([expect.stringMatching(/^the place of the files was taken over/)]);
});

it("owners read that the bucket is away, until it is back; a wrong setting ends the start", async () => {
  const away = say("bucket.responds", { setting: "FILES_S3_ENDPOINT", status: "503" });
  check = () => Promise.reject(new FilesUnavailableError(new BucketAwayError(away)));
  const files = watch();
  await files.begin();
  await files.recheck();
  expect((await files.state()).failure).toEqual({ at: new Date(now).toISOString(), message: away });
  check = () => Promise.resolve(true);
  await files.recheck();
  expect((await files.state()).failure).toBeNull();
  expect(log).toEqual(["files can be neither stored nor opened", "files can be used again"]);
  check = () => Promise.reject(new BucketError(away));
  await expect(watch().begin()).rejects.toThrow(BucketError);
});

it("owners read of requests that fail while the check succeeds, for five minutes", async () => {
  const slow = say("bucket.slow", { setting: "FILES_S3_ENDPOINT", name: "files/1" });
  const error = new FilesUnavailableError(new BucketAwayError(slow));
  const files = watch();
  const message = async () => (await files.state()).failure?.message ?? null;
  requestEnded({ operation: "remove", outcome: "failed", seconds: 20, error });
  requestEnded({ operation: "read", outcome: "gone", seconds: 1, error: new GoneError(slow) });
  await files.check();
  expect([await message(), files.isUp()]).toEqual([null, true]);
  requestEnded({ operation: "read", outcome: "failed", seconds: 20, error });
  await expect.poll(message).toEqual(slow);
  expect(files.isUp()).toBe(false);
  now += 4 * minute;
  requestEnded({ operation: "write", outcome: "failed", seconds: 20, error });
  now += 4 * minute;
  await files.recheck();
  expect(await message()).toEqual(slow);
  now += minute;
  await files.recheck();
  expect([await message(), files.isUp()]).toEqual([null, true]);
  expect(log).toEqual(["files can be neither stored nor opened", "files can be used again"]);
});

it("owners read no more of a failed request once the clock is set back", async () => {
  const error = new FilesUnavailableError(new BucketAwayError(say("bucket.responds", { setting: "E", status: "503" })));
  const files = watch();
  requestEnded({ operation: "read", outcome: "failed", seconds: 20, error });
  await expect.poll(() => files.isUp()).toBe(false);
  now -= hour;
  await files.recheck();
  expect(files.isUp()).toBe(true);
});

it("owners read no more of requests that failed before a check did, once the next one succeeds", async () => {
  const away = say("bucket.responds", { setting: "FILES_S3_ENDPOINT", status: "503" });
  const error = new FilesUnavailableError(new BucketAwayError(away));
  check = () => Promise.reject(error);
  const files = watch();
  requestEnded({ operation: "read", outcome: "failed", seconds: 20, error });
  await expect.poll(async () => (await files.state()).failure).not.toBeNull();
  check = () => Promise.resolve(true);
  await files.recheck();
  expect((await files.state()).failure).toBeNull();
});

it("a start waits three seconds for a place that does not respond, and says so until it does", async () => {
  let settle: { resolve: (isOurs: boolean) => void; reject: (error: Error) => void } | undefined;
  check = () => new Promise((resolve, reject) => (settle = { resolve, reject }));
  const files = watch();
  const since = performance.now();
  await files.begin();
  expect(performance.now() - since).toBeLessThan(8000);
  const failure = async () => inEnglish((await files.state()).failure?.message ?? "");
  expect(await failure()).toMatch(/^FILES_S3_BUCKET: desk\/ cannot be reached \(.*ETIMEDOUT\)$/);
  check = () => Promise.resolve(true);
  settle?.resolve(true);
  await expect.poll(failure).toBe("");

  check = () => new Promise((resolve, reject) => (settle = { resolve, reject }));
  const wrong = watch();
  await wrong.begin();
  settle?.reject(new BucketError(say("bucket.responds", { setting: "FILES_S3_ENDPOINT", status: "403" })));
  await expect.poll(async () => inEnglish((await wrong.state()).failure?.message ?? "")).toMatch(/403$/);
}, 20_000);

it("owners read how many files are still to be moved, until all are", async () => {
  waiting = 3;
  const files = watch();
  const left = async () => (await files.state()).waiting;
  expect(await left()).toBe(3);
  waiting = 1;
  expect(await left()).toBe(3);
  now += minute;
  expect(await left()).toBe(1);
  [waiting, now] = [0, now + minute];
  expect(await left()).toBe(0);
  [waiting, now] = [1, now + hour];
  expect(await left()).toBe(1);
});
