import { say } from "#copy/server/say.ts";
import { createHash } from "node:crypto";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, systemCode } from "../lib/errors.ts";
import { minute } from "#domain/time/durations.ts";
import type { S3Place } from "./backup-config.ts";
import { BackupError } from "./backup-error.ts";
import { boundedResponse } from "./s3-response.ts";

/** What texts about a bucket name: variables, or the fields of the form. */
const variables = {
  endpoint: "BACKUP_S3_ENDPOINT",
  bucket: "BACKUP_S3_BUCKET",
  key: "BACKUP_S3_ACCESS_KEY_ID",
  region: "BACKUP_S3_REGION",
};
const labels: typeof variables = {
  endpoint: say("label.bucket-address"),
  bucket: say("label.bucket"),
  key: say("label.access-key"),
  region: say("label.region"),
};

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
 * each 20 bytes.
 */
const usual = { listing: minute, upload: 5 * minute, download: 5 * minute };
/** All ends once neither a call nor a megabyte of a download was completed for this long, whatever was tried. */
const usualPatience = 15 * minute;
const progressBytes = 1024 * 1024;
/** Further apart, a server refuses what is signed by our clock (AWS Signature Version 4). */
const clockTolerance = 15 * minute;
/** More than any schedule of backups leaves. */
const maxPages = 100;
/** Those of a million files that backups share. */
export const maxPoolPages = 1000;

/** What is asked for does not exist there. */
export class GoneError extends BackupError {}

export type Bucket = Awaited<ReturnType<typeof openBucket>>;

/**
 * Opens the folder of a bucket. Each call is tried up to `tries` times while the network or the server fails, after a
 * growing pause (`backoff`, ms). A listing may have `pageLimit` pages, and a response other than an object `maxBytes`.
 * All ends with `deadline`, and once calls have made no progress for `patience` ms.
 * @throws BackupError, from its functions, with the setting that may be wrong; never with a credential
 */
export async function openBucket(
  place: S3Place,
  options: {
    backoff?: number;
    limits?: typeof usual;
    tries?: number;
    pageLimit?: number;
    maxBytes?: number;
    deadline?: AbortSignal;
    patience?: number;
  } = {},
) {
  const { backoff = 500, limits = usual, tries = 5, pageLimit = maxPages, maxBytes, deadline } = options;
  const { patience = usualPatience } = options;
  // Only installations with a bucket load the client.
  const { S3mini, S3ServiceError } = await import("s3mini");
  const { endpoint, bucket, prefix, guard, keep: _keep, ...credentials } = place;
  const names = guard === undefined ? variables : labels;
  const guarded =
    guard === undefined
      ? undefined
      : (await import("./guarded-fetch.ts")).createGuardedFetch(
          { privateHosts: new Set(guard.privateHosts) },
          limits.download,
        );
  let pages = 0;
  let mostPages = pageLimit;
  const stalled = new AbortController();
  const ending = AbortSignal.any([stalled.signal, ...(deadline === undefined ? [] : [deadline])]);
  let calls = 0;
  let stallTimer: NodeJS.Timeout | undefined;

  /** Begins to wait for the next progress, if any call is running. */
  function noteProgress(): void {
    clearTimeout(stallTimer);
    if (calls > 0) stallTimer = setTimeout(() => stalled.abort(), patience);
  }

  /** How far our clock is ahead of the server's, by its last response; 0 if that does not say. */
  let aheadMs = 0;
  const s3 = new S3mini({
    ...credentials,
    endpoint: `${endpoint}/${bucket}`,
    // A redirect would carry the request to a place that nobody has configured. Idle downloads end by themselves.
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      // The content of an object is a stream, which `chunks` limits; all else is small.
      if (url.searchParams.has("list-type") && (pages += 1) > mostPages)
        throw new BackupError(say("bucket.long-list", { setting: names.bucket, bucket, count: mostPages }));
      const isObject = init?.method === "GET" && url.search === "";
      const time = init?.method === "GET" ? limits.listing : limits.upload;
      const signal = isObject ? ending : AbortSignal.any([ending, AbortSignal.timeout(time)]);
      const response = await (guarded === undefined
        ? fetch(input, { ...init, redirect: "manual", signal })
        : guarded(url, { ...init }, signal));
      aheadMs = Date.now() - Date.parse(response.headers.get("date") ?? "") || 0;
      return isObject && response.ok ? response : boundedResponse(response, names.endpoint, maxBytes);
    },
  });

  /** Explains an error. The client's own may hold what the server says about the key. */
  function explained(error: unknown): unknown {
    if (stalled.signal.aborted) {
      const count = Math.ceil(patience / minute);
      return new BackupError(say("bucket.stalled", { setting: names.endpoint, host: new URL(endpoint).host, count }));
    }
    if (error instanceof BackupError || !(error instanceof Error) || isOfDisk(error)) return error;
    if (error.cause instanceof BackupError) return error.cause;
    if (!(error instanceof S3ServiceError)) {
      const source = error.cause instanceof Error ? error.cause : error;
      const why = codeOf(error) ?? codeOf(source) ?? source.name;
      const { host } = new URL(endpoint);
      return new BackupError(
        say("bucket.unreachable", { setting: names.endpoint, host, code: systemCode(why) ?? why }),
      );
    }
    const { status, serviceCode = "" } = error;
    // “Unknown” is the client's word for none.
    const said = `${status} ${/^(?!Unknown$)\w{1,40}$/.test(serviceCode) ? serviceCode : ""}`.trim();
    if (status === 404) return new GoneError(say("bucket.gone", { setting: names.bucket, status: said }));
    if ([400, 401, 403].includes(status) && (/TimeTooSkewed/.test(serviceCode) || Math.abs(aheadMs) > clockTolerance))
      return new BackupError(say("bucket.clock", { setting: names.endpoint, status: said }));
    if (status === 401 || status === 403)
      return new BackupError(say("bucket.key-refused", { setting: names.key, bucket, status: said }));
    if (status < 400)
      return new BackupError(say("bucket.other-region", { setting: names.region, bucket, status: said }));
    return new BackupError(say("bucket.responds", { setting: names.endpoint, status: said }));
  }

  /** Whether another attempt may succeed. */
  function mayPass(error: unknown): boolean {
    if (error instanceof S3ServiceError) return error.status >= 500 || [408, 429].includes(error.status);
    const isKnown = error instanceof BackupError || (error instanceof Error && error.cause instanceof BackupError);
    return !isKnown && !isOfDisk(error);
  }

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
          if (attempts === tries || ending.aborted || !mayPass(error)) throw explained(error);
          await sleep(backoff * 2 ** (attempts - 1) * (0.5 + Math.random()));
        }
      }
    } finally {
      calls -= 1;
      if (calls === 0) clearTimeout(stallTimer);
    }
  }

  async function* chunks(key: string, max: number): AsyncGenerator<Uint8Array> {
    const body = (await s3.getObjectResponse(prefix + key))?.body ?? null;
    if (body === null) throw new GoneError(say("bucket.no-object", { setting: names.bucket, name: key }));
    let bytes = 0;
    let noted = 0;
    const begun = performance.now();
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes - noted > progressBytes) {
        noted = bytes;
        noteProgress();
      }
      if (performance.now() - begun > limits.download + bytes / 20)
        throw new BackupError(say("bucket.slow", { setting: names.endpoint, name: key }));
      if (bytes > max) throw new BackupError(say("bucket.too-long", { setting: names.bucket, name: key }));
      yield chunk;
    }
  }

  return {
    /** What texts call the bucket. */
    label: names.bucket,

    /** The names and sizes of the objects whose names start so; one listing at a time. */
    async list(start: string, limit = pageLimit): Promise<Map<string, number>> {
      mostPages = limit;
      const found = await attempt(() => {
        pages = 0;
        return s3.listObjects("/", prefix + start);
      });
      if (found === null) throw new GoneError(say("bucket.missing", { setting: names.bucket, bucket }));
      return new Map(found.map(({ Key, Size }) => [Key.slice(prefix.length), Size]));
    },

    async put(key: string, text: string): Promise<void> {
      await attempt(() => s3.putObject(prefix + key, text, "application/json"));
    },

    /** Uploads a small file at once. */
    async putFile(key: string, path: string): Promise<void> {
      const content = await readFile(path);
      await attempt(() => s3.putObject(prefix + key, content, "application/octet-stream"));
    },

    /** An object of at most `max` bytes. */
    text: (key: string, max: number): Promise<string> =>
      attempt(async () => {
        const parts: Uint8Array[] = [];
        for await (const chunk of chunks(key, max)) parts.push(chunk);
        return Buffer.concat(parts).toString();
      }),

    /** Reads an object of at most `max` bytes, into a new file if one is named. Returns its SHA-256. */
    read: (key: string, max: number, into?: string): Promise<string> =>
      attempt(async () => {
        const hash = createHash("sha256");
        const file = into === undefined ? undefined : await open(into, "w", 0o600);
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

    async delete(key: string): Promise<void> {
      await attempt(() => s3.deleteObject(prefix + key));
    },
  };
}

/** A file could not be read or written; errors of connections are the cause of the client's. */
const isOfDisk = (error: unknown) => error instanceof Error && "syscall" in error;

async function partOf(file: FileHandle, place: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(partBytes);
  const { bytesRead } = await file.read(buffer, 0, partBytes, place * partBytes);
  return buffer.subarray(0, bytesRead);
}
