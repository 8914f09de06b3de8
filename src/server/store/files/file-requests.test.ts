import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { say } from "#copy/server/say.ts";
import { GoneError } from "../../lib/s3/bucket-error.ts";
import { type FileRequest, watchFileRequests } from "./file-requests.ts";
import type { FileStore } from "./file-store.ts";
import { wholeOf } from "./stored-files.ts";

/** A place of files whose contents, writing and removal are these. */
function watched(read: () => AsyncIterable<Buffer>, change: () => Promise<unknown> = () => Promise.resolve()) {
  const place = { read, write: change, remove: change } as unknown as FileStore;
  const requests = watchFileRequests(place);
  const ended: FileRequest[] = [];
  requests.onEnd((request) => void ended.push(request));
  return { files: requests.files, ended };
}

async function* two() {
  yield Buffer.from("on");
  yield Buffer.from("e");
}

it("requests end once each, with their outcome", async () => {
  const { files, ended } = watched(two);
  await files.write([]);
  await files.remove([]);
  expect(String(await wholeOf(files.read("1")))).toBe("one");
  for await (const part of files.read("1")) if (part.length > 0) break;
  const done = { outcome: "done", seconds: expect.any(Number) };
  expect(ended).toEqual([
    { operation: "write", ...done },
    { operation: "remove", ...done },
    { operation: "read", ...done },
    { operation: "read", ...done },
  ]);
});

it.each([
  ["failed", new Error("away")],
  ["gone", new GoneError(say("bucket.gone", { setting: "B", status: "404" }))],
  ["gone", Object.assign(new Error("no such file"), { code: "ENOENT" })],
])("a reading is %s after %s, and a writing that meets it has failed", async (outcome, error) => {
  const { files, ended } = watched(
    // oxlint-disable-next-line require-yield
    async function* () {
      throw error;
    },
    () => Promise.reject(error),
  );
  await expect(wholeOf(files.read("1"))).rejects.toBe(error);
  await expect(files.write([])).rejects.toBe(error);
  expect(ended).toEqual([
    { operation: "read", outcome, error, seconds: expect.any(Number) },
    { operation: "write", outcome: "failed", error, seconds: expect.any(Number) },
  ]);
});

it("a reading has not the time of its reader", async () => {
  const { files, ended } = watched(two);
  for await (const part of files.read("1")) await sleep(part.length * 100);
  expect(ended[0]?.seconds).toBeLessThan(0.1);
});
