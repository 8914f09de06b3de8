import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageCodeIn, say, type ServerText } from "#copy/server/say.ts";
import { second } from "#domain/time/durations.ts";
import type { BackupPlace } from "./backup-config.ts";
import { explained, placeOf } from "./backup-error.ts";
import { ExplainedError } from "../lib/explained-error.ts";
import { openBackupBucket } from "./backup-bucket.ts";

/** Returns why no backup can be written into a folder; null if one can. */
export async function folderProblem(path: string): Promise<ServerText | null> {
  const file = join(path, `.front-desk-check.${randomUUID()}.tmp`);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(file, "");
    return null;
  } catch (error) {
    const why = explained(error, placeOf(path, true));
    return why instanceof ExplainedError ? why.text : say("backup.other", { why: String(why) });
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** Shorter than those of a backup: an owner waits for the answer. */
const limits = { listing: 8 * second, upload: 8 * second, download: 8 * second };
const longest = 20 * second;
/** The check lists one object at most: more is no answer to it. */
const maxBytes = 1024 * 1024;

/** The field to correct, by what is wrong. */
const fields: ReadonlyMap<string, BucketField> = new Map([
  ["bucket.gone", "bucket"],
  ["bucket.missing", "bucket"],
  ["bucket.key-refused", "accessKeyId"],
  ["bucket.other-region", "region"],
]);

type BucketField = "endpoint" | "bucket" | "accessKeyId" | "region";

/**
 * Returns why no backup can be kept in a bucket, and the field to blame. Writes a small object, reads it and deletes
 * it.
 */
export async function bucketProblem(
  place: BackupPlace,
  deadline = AbortSignal.timeout(longest),
): Promise<{ field: BucketField; text: ServerText } | null> {
  const name = `front-desk-check-${randomUUID()}`;
  try {
    const bucket = await openBackupBucket(place, { backoff: 200, limits, tries: 2, pageLimit: 1, maxBytes, deadline });
    await bucket.list(name);
    await bucket.put(name, name);
    const isSame = (await bucket.text(name, name.length)) === name;
    await bucket.delete(name);
    return isSame ? null : { field: "bucket", text: say("bucket.forgetful") };
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    return { field: fields.get(messageCodeIn(error.text)?.code ?? "") ?? "endpoint", text: error.text };
  }
}
