import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "#copy/server/say.ts";
import { minute } from "#domain/time/durations.ts";
import { codeOf, systemCode } from "../errors.ts";
import { ExplainedError } from "../explained-error.ts";
import { boundedResponse } from "./bounded-response.ts";
import { BucketAwayError, BucketError, GoneError, TooLongError } from "./bucket-error.ts";
import type { S3Place } from "./s3-place.ts";

/** Names of settings in texts about a bucket: variables, or the fields of a form. */
export type BucketLabels = Record<"endpoint" | "bucket" | "key" | "region", string>;

/** The variables that set a bucket, by how their names begin. */
export const bucketVariables = (start: "BACKUP_S3" | "FILES_S3"): BucketLabels => ({
  endpoint: `${start}_ENDPOINT`,
  bucket: `${start}_BUCKET`,
  key: `${start}_ACCESS_KEY_ID`,
  region: `${start}_REGION`,
});

/** The part size of uploads: 10 000 parts make 80 GiB, and a part takes less than a minute on a slow line. */
const partBytes = 8 * 1024 * 1024;

/** An upload in parts that is not complete yet. */
export interface Upload {
  id: string;
  /** The tags of the parts that the server has, in order. */
  tags: string[];
}

/**
 * Milliseconds for a page of a listing, and for a part of an upload. A download has `download` ms, and one more for
 * each 20 bytes. One that is read as a stream may be silent for as long, and keep its reader waiting for twice as long
 * in all, and one ms more for each 20 bytes.
 */
const usual = { listing: minute, upload: 5 * minute, download: 5 * minute };
/** A megabyte of a download is progress. */
const progressBytes = 1024 * 1024;
/** Further apart, a server refuses what is signed by our clock (AWS Signature Version 4). */
const clockTolerance = 15 * minute;
/** Max pages of a list: more than any schedule of backups leaves. */
const maxPages = 100;
/** Names on a page of a listing, as servers limit it. */
const pageSize = 1000;

export interface BucketOptions {
  labels: BucketLabels;
  /** Sends a request in place of `fetch`. */
  send?: ((url: URL, init: RequestInit, signal: AbortSignal) => Promise<Response>) | undefined;
  /** The pause after the first failure, in ms; it grows with each. */
  backoff?: number;
  limits?: typeof usual;
  tries?: number;
  /** Max pages of a listing, and max bytes of a response other than an object. */
  pageLimit?: number;
  maxBytes?: number;
  /** Ends all. */
  deadline?: AbortSignal | undefined;
  /** All ends once neither a call nor a megabyte of a download was completed for so many ms, whatever was tried. */
  patience?: number;
}

export interface ListedObject {
  key: string;
  bytes: number;
  /** Milliseconds since it was written, by the clock of its server; NaN if the server does not say. */
  age: number;
}

export type Bucket = Awaited<ReturnType<typeof openBucket>>;

/**
 * Opens the folder of a bucket. Each call is tried up to `tries` times while the network or the server fails.
 * @throws BucketError, from its functions
 */
export async function openBucket(
  place: S3Place,
  {
    labels,
    send,
    backoff = 500,
    limits = usual,
    tries = 5,
    pageLimit = maxPages,
    maxBytes,
    deadline,
    patience,
  }: BucketOptions,
) {
  // Imported here, so that only installations with a bucket load the client.
  const { S3mini, S3ServiceError } = await import("s3mini");
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = place;
  /** Ends the calls of a caller. */
  const callers = new AsyncLocalStorage<AbortSignal>();
  const stalled = new AbortController();
  const ending = AbortSignal.any([stalled.signal, ...(deadline === undefined ? [] : [deadline])]);
  let calls = 0;
  let stallTimer: NodeJS.Timeout | undefined;
  let pages = 0;
  let currentLimit = pageLimit;
  /** Ms by which the server's clock is ahead. */
  let ahead = 0;

  /** Begins to wait for the next progress, if any call is running. */
  function noteProgress(): void {
    clearTimeout(stallTimer);
    if (calls > 0 && patience !== undefined) stallTimer = setTimeout(() => stalled.abort(), patience);
  }

  const s3 = new S3mini({
    region,
    accessKeyId,
    secretAccessKey,
    endpoint: `${endpoint}/${bucket}`,
    // A redirect would carry the request to a place that nobody has configured. Idle downloads end by themselves.
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      // The content of an object is a stream, which its reader limits; all else is small.
      if (url.searchParams.has("list-type") && (pages += 1) > currentLimit)
        throw new BucketError(say("bucket.long-list", { setting: labels.bucket, bucket, count: currentLimit }));
      const isObject = init?.method === "GET" && url.search === "";
      const time = init?.method === "GET" ? limits.listing : limits.upload;
      const caller = callers.getStore();
      const ends = [...(isObject ? [] : [AbortSignal.timeout(time)]), ...(caller === undefined ? [] : [caller])];
      const signal = AbortSignal.any([ending, ...ends]);
      const response = await (send === undefined
        ? fetch(input, { ...init, redirect: "manual", signal })
        : send(url, { ...init }, signal));
      const date = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(date)) ahead = date - Date.now();
      return isObject && response.ok ? response : boundedResponse(response, labels.endpoint, maxBytes);
    },
  });

  /** Explains an error. The client's own may hold what the server says about the key. */
  function explained(error: unknown): unknown {
    if (patience !== undefined && stalled.signal.aborted) {
      const count = Math.ceil(patience / minute);
      return new BucketAwayError(
        say("bucket.stalled", { setting: labels.endpoint, host: new URL(endpoint).host, count }),
      );
    }
    if (error instanceof ExplainedError || !(error instanceof Error) || isOfDisk(error)) return error;
    if (error.cause instanceof ExplainedError) return error.cause;
    if (!(error instanceof S3ServiceError)) {
      const source = error.cause instanceof Error ? error.cause : error;
      const why = codeOf(error) ?? codeOf(source) ?? source.name;
      const { host } = new URL(endpoint);
      return new BucketAwayError(
        say("bucket.unreachable", { setting: labels.endpoint, host, code: systemCode(why) ?? why }),
      );
    }
    const { status } = error;
    const serviceCode = serviceCodeOf(error);
    const said = `${status} ${/^\w{1,40}$/.test(serviceCode) ? serviceCode : ""}`.trim();
    const gone = say("bucket.gone", { setting: labels.bucket, status: said });
    if (goneCodes.has(serviceCode)) return new GoneError(gone);
    if (serviceCode === "NoSuchBucket") return new BucketError(gone);
    if ([400, 401, 403].includes(status) && (/TimeTooSkewed/.test(serviceCode) || Math.abs(ahead) > clockTolerance))
      return new BucketError(say("bucket.clock", { setting: labels.endpoint, status: said }));
    if (status === 401 || status === 403)
      return new BucketError(say("bucket.key-refused", { setting: labels.key, bucket, status: said }));
    if (status < 400)
      return new BucketError(say("bucket.other-region", { setting: labels.region, bucket, status: said }));
    const text = say("bucket.responds", { setting: labels.endpoint, status: said });
    // A 404 without those codes is of something between, such as a proxy, and says nothing about an object.
    return status === 404 || mayPass(error) ? new BucketAwayError(text) : new BucketError(text);
  }

  /** Returns whether another attempt may succeed. */
  function mayPass(error: unknown): boolean {
    if (error instanceof S3ServiceError) return error.status >= 500 || [408, 429].includes(error.status);
    const isKnown =
      error instanceof ExplainedError || (error instanceof Error && error.cause instanceof ExplainedError);
    return !isKnown && !isOfDisk(error);
  }

  const isOver = () => ending.aborted || callers.getStore()?.aborted === true;
  const pause = (attempts: number) => sleep(backoff * 2 ** (attempts - 1) * (0.5 + Math.random()));

  async function attempt<T>(call: () => Promise<T>): Promise<T> {
    calls += 1;
    if (calls === 1) noteProgress();
    try {
      for (let attempts = 1; ; attempts += 1) {
        try {
          const result = await call();
          noteProgress();
          return result;
        } catch (error) {
          if (attempts === tries || isOver() || !mayPass(error)) throw explained(error);
          await pause(attempts);
        }
      }
    } finally {
      calls -= 1;
      if (calls === 0) clearTimeout(stallTimer);
    }
  }

  async function* chunks(key: string, max: number): AsyncGenerator<Uint8Array> {
    const { body } = await s3.getObjectRaw(prefix + key).catch((error: unknown) => {
      if (!(error instanceof S3ServiceError) || serviceCodeOf(error) !== "NoSuchKey") throw error;
      throw new GoneError(say("bucket.no-object", { setting: labels.bucket, name: key }));
    });
    let bytes = 0;
    let noted = 0;
    const begun = performance.now();
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes - noted > progressBytes) {
        noted = bytes;
        noteProgress();
      }
      if (performance.now() - begun > limits.download + bytes / 20)
        throw new BucketAwayError(say("bucket.slow", { setting: labels.endpoint, name: key }));
      if (bytes > max) throw new TooLongError(say("bucket.too-long", { setting: labels.bucket, name: key }));
      yield chunk;
    }
  }

  /** A part of the bucket's configuration: null if there is none, undefined if the key may not read it. */
  const configuration = (part: "versioning" | "object-lock"): Promise<string | null | undefined> =>
    attempt(async () => {
      try {
        return await (await s3.getObjectRaw("", true, 0, undefined, { [part]: "" })).text();
      } catch (error) {
        if (!(error instanceof S3ServiceError)) throw error;
        const { status } = error;
        if (status === 401 || status === 403) return undefined;
        // A server that knows no versions says so in one of several ways.
        if (status === 501 || (status >= 400 && !mayPass(error))) return null;
        throw error;
      }
    });

  return {
    /** Name of the bucket in texts. */
    label: labels.bucket,

    /** Runs calls that end with a signal. */
    until: <T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> => callers.run(signal, run),

    /** The names and sizes of the objects whose names start so; one listing at a time. */
    async list(start: string, limit = pageLimit): Promise<Map<string, number>> {
      currentLimit = limit;
      const found = await attempt(() => {
        pages = 0;
        return s3.listObjects("/", prefix + start);
      });
      if (found === null) throw new BucketError(say("bucket.missing", { setting: labels.bucket, bucket }));
      return new Map(found.map(({ Key, Size }) => [Key.slice(prefix.length), Size]));
    },

    /** The objects whose names start so, page by page, as many as there are; one listing at a time. */
    async *pages(start: string): AsyncGenerator<ListedObject[]> {
      const seen = new Set<string>();
      let token: string | undefined;
      for (;;) {
        const page = await attempt(() => {
          pages = 0;
          return s3.listObjectsPaged("/", prefix + start, pageSize, token);
        });
        if (page?.objects === undefined || page.objects === null)
          throw new BucketError(say("bucket.missing", { setting: labels.bucket, bucket }));
        const time = Date.now() + ahead;
        yield page.objects.map(({ Key, Size, LastModified }) => ({
          key: Key.slice(prefix.length),
          bytes: Size,
          age: time - LastModified.getTime(),
        }));
        token = page.nextContinuationToken;
        if (token === undefined || seen.has(token)) return;
        seen.add(token);
      }
    },

    /** Writes a small object at once. */
    async put(key: string, content: string | Buffer): Promise<void> {
      const type = typeof content === "string" ? "application/json" : "application/octet-stream";
      await attempt(() => s3.putObject(prefix + key, content, type));
    },

    /** An object of at most `max` bytes. */
    text: (key: string, max: number): Promise<string> =>
      attempt(async () => {
        const parts: Uint8Array[] = [];
        for await (const chunk of chunks(key, max)) parts.push(chunk);
        return Buffer.concat(parts).toString();
      }),

    /** Reads an object of at most `max` bytes, into a new file if one is named. Returns its SHA-256. */
    read: (key: string, max: number, path?: string): Promise<string> =>
      attempt(async () => {
        const hash = createHash("sha256");
        const file = path === undefined ? undefined : await open(path, "w", 0o600);
        try {
          for await (const chunk of chunks(key, max)) {
            hash.update(chunk);
            await file?.writeFile(chunk);
          }
        } finally {
          await file?.close();
        }
        return hash.digest("hex");
      }),

    /**
     * An object from a byte on, piece by piece. It goes on where a connection has ended or fallen silent, and ends once
     * its server is too slow: one that sends a byte now and then would never end.
     */
    async *stream(key: string, start = 0): AsyncGenerator<Buffer> {
      let at = start;
      let waited = 0;
      for (let attempts = 1; ; attempts += 1) {
        const silent = new AbortController();
        let timer: NodeJS.Timeout | undefined;
        let since = performance.now();
        const left = () => 2 * limits.download + (at - start) / 20 - waited;
        const expect = () => {
          since = performance.now();
          timer = setTimeout(() => silent.abort(), Math.min(limits.download, left()));
        };
        const arrive = () => {
          clearTimeout(timer);
          waited += performance.now() - since;
          since = performance.now();
        };
        try {
          expect();
          const { status, body } = await callers.run(silent.signal, () => s3.getObjectRaw(prefix + key, at === 0, at));
          // A server without ranges sends all of it.
          let position = status === 206 ? at : 0;
          for await (const chunk of body ?? []) {
            // The reader takes its time.
            arrive();
            const wanted = chunk.subarray(Math.min(chunk.length, at - position));
            position += chunk.length;
            if (wanted.length > 0) {
              at += wanted.length;
              attempts = 1;
              yield Buffer.from(wanted.buffer, wanted.byteOffset, wanted.length);
            }
            expect();
          }
          return;
        } catch (error) {
          arrive();
          // 416 after the last byte: the object was read whole.
          if (at > 0 && error instanceof S3ServiceError && error.status === 416) return;
          const isTooSlow = left() <= 0;
          if (isTooSlow && at > start)
            throw new BucketAwayError(say("bucket.slow", { setting: labels.endpoint, name: key }));
          if (isTooSlow || attempts >= tries || isOver() || !mayPass(error)) throw explained(error);
          await pause(attempts);
          arrive();
        } finally {
          clearTimeout(timer);
        }
      }
    },

    /**
     * Uploads a file, in parts; `begun` continues an upload, and `note` is called after each part. The object exists
     * once all parts do.
     */
    async upload(key: string, path: string, begun: Upload | null, note: (upload: Upload) => Promise<void>) {
      const file = await open(path, "r");
      try {
        const id = begun?.id ?? (await attempt(() => s3.getMultipartUploadId(prefix + key)));
        const tags = [...(begun?.tags ?? [])];
        for (let part = await partOf(file, tags.length); part.length > 0; part = await partOf(file, tags.length)) {
          const data = part;
          const { etag } = await attempt(() => s3.uploadPart(prefix + key, id, data, tags.length + 1));
          tags.push(etag);
          await note({ id, tags });
        }
        const parts = tags.map((etag, index) => ({ etag, partNumber: index + 1 }));
        await attempt(() => s3.completeMultipartUpload(prefix + key, id, parts));
      } finally {
        await file.close();
      }
    },

    /** Ends an upload, so that nobody pays for its parts. */
    abort: (key: string, { id }: Upload) => attempt(() => s3.abortMultipartUpload(prefix + key, id)),

    /** Deletes an object, also one that is gone already. */
    async delete(key: string): Promise<void> {
      await attempt(() => s3.deleteObject(prefix + key));
    },

    /**
     * Returns whether the bucket keeps objects that are deleted, as versions or because they are locked; null if the
     * key may not ask.
     */
    async keeps(): Promise<Record<"versions" | "locked", boolean | null>> {
      const versioning = await configuration("versioning");
      const lock = await configuration("object-lock");
      const says = (text: string | null | undefined, what: RegExp) =>
        text === undefined ? null : what.test(text ?? "");
      return {
        // Suspended: of objects that are older than that, versions stay.
        versions: says(versioning, /<Status>\s*(Enabled|Suspended)\b/i),
        locked: says(lock, /<ObjectLockEnabled>\s*Enabled\b/i),
      };
    },
  };
}

/** Error codes for an object, or an upload in parts, that does not exist. */
const goneCodes: ReadonlySet<string> = new Set(["NoSuchKey", "NoSuchUpload"]);

/** Max characters of an error that are searched for its code. */
const maxCodeText = 2000;

/** The code of an error; empty if there is none. The client reads it only of one of several content types. */
function serviceCodeOf({ serviceCode, body }: { serviceCode?: string | undefined; body?: string | undefined }): string {
  // “Unknown” is the client's word for none.
  if (serviceCode !== undefined && serviceCode !== "Unknown") return serviceCode;
  return /<Error\b[^>]*>[^]*?<Code>\s*(\w{1,80})\s*<\/Code>/.exec(body?.slice(0, maxCodeText) ?? "")?.[1] ?? "";
}

/** A file could not be read or written; errors of connections are the cause of the client's. */
const isOfDisk = (error: unknown) => error instanceof Error && "syscall" in error;

async function partOf(file: FileHandle, place: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(partBytes);
  const { bytesRead } = await file.read(buffer, 0, partBytes, place * partBytes);
  return buffer.subarray(0, bytesRead);
}
