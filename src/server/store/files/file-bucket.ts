import { createHash } from "node:crypto";
import { second } from "#domain/time/durations.ts";
import { type Bucket, bucketVariables, openBucket } from "../../lib/s3/bucket.ts";
import { GoneError } from "../../lib/s3/bucket-error.ts";
import type { S3Place } from "../../lib/s3/s3-place.ts";
import { fileNameShape, type MarkedFiles, newFileName, requireName } from "./file-store.ts";

export type FileBucket = ReturnType<typeof createFileBucket>;

/** Visitors wait: shorter than for backups. A download may be silent for so long. */
const limits = { listing: 10 * second, upload: 15 * second, download: 10 * second };
/** Max milliseconds of a call, with all its tries. */
const longest = 20 * second;
/** Above what a form, a mail or an import may hold. */
const maxBytes = 64 * 1024 * 1024;
const maxMark = 1000;
/** Number of files removed at a time. */
const removers = 8;

/** Files in a folder of a bucket. */
export function createFileBucket(place: S3Place) {
  const keyOf = (name: string): string => `files/${requireName(name)}`;
  const markKey = "files/store.json";
  let opening: Promise<Bucket> | undefined;
  const bucket = () =>
    (opening ??= openBucket(place, { labels: bucketVariables("FILES_S3"), backoff: 200, limits, tries: 3 }));

  const inTime = async <T>(call: (bucket: Bucket) => Promise<T>): Promise<T> => {
    const opened = await bucket();
    return opened.until(AbortSignal.timeout(longest), () => call(opened));
  };

  async function remove(name: string): Promise<void> {
    await inTime((opened) => opened.delete(keyOf(name))).catch((error: unknown) => {
      if (!(error instanceof GoneError)) throw error;
    });
  }

  return {
    label: `${place.bucket}/${place.prefix}`,

    async write(content, name = newFileName()) {
      const pieces: Uint8Array[] = [];
      let bytes = 0;
      for await (const piece of content) {
        bytes += piece.length;
        if (bytes > maxBytes) throw new Error("a file is larger than any that is taken");
        pieces.push(piece);
      }
      const [first] = pieces;
      const whole = pieces.length === 1 && first instanceof Buffer ? first : Buffer.concat(pieces);
      try {
        await inTime((opened) => opened.put(keyOf(name), whole));
      } catch (error) {
        // It may have arrived. If this fails as well, the sweep removes it.
        void remove(name).catch(() => undefined);
        throw error;
      }
      return { name, hash: createHash("sha256").update(whole).digest("base64url"), bytes };
    },

    async *read(name, start = 0) {
      yield* (await bucket()).stream(keyOf(name), start);
    },

    async remove(names) {
      // A name that another program wrote is no file of ours, and must not keep the others from being removed.
      const queue = names.filter((name) => fileNameShape.test(name)).values();
      const work = async () => {
        for (const name of queue) await remove(name);
      };
      await Promise.all(Array.from({ length: removers }, work));
    },

    free: () => Promise.resolve(Infinity),

    async *list() {
      for await (const page of (await bucket()).pages("files/"))
        yield page.flatMap(({ key, age }) => {
          const name = key.slice("files/".length);
          return fileNameShape.test(name) ? [{ name, age: () => Promise.resolve(age) }] : [];
        });
    },

    async ageOf(name) {
      for await (const page of (await bucket()).pages(keyOf(name)))
        for (const { key, age } of page) if (key === keyOf(name)) return age;
      return NaN;
    },

    async readMark() {
      try {
        return await inTime((opened) => opened.text(markKey, maxMark));
      } catch (error) {
        if (error instanceof GoneError) return null;
        throw error;
      }
    },

    writeMark: (text) => inTime((opened) => opened.put(markKey, text)),

    /** Returns whether the bucket keeps files that are removed; null if its key may not ask. */
    keeps: () => inTime((opened) => opened.keeps()),
  } satisfies MarkedFiles & Record<string, unknown>;
}
