import { say } from "#copy/server/say.ts";
import { minute } from "#domain/time/durations.ts";
import { type Bucket, type BucketLabels, type BucketOptions, bucketVariables, openBucket } from "../lib/s3/bucket.ts";
import type { BackupPlace } from "./backup-config.ts";

/** The fields of the form in which owners choose a bucket. */
const fields: BucketLabels = {
  endpoint: say("label.bucket-address"),
  bucket: say("label.bucket"),
  key: say("label.access-key"),
  region: say("label.region"),
};

/** All ends after so many ms without progress, whatever was tried: other backups wait. */
const patience = 15 * minute;

/** A listing of a million files that backups share has so many pages. */
export const maxPoolPages = 1000;

/** Opens the bucket of backups: one that owners have chosen may not lead to internal hosts. */
export async function openBackupBucket(
  place: BackupPlace,
  options: Omit<BucketOptions, "labels" | "send"> = {},
): Promise<Bucket> {
  const { guard } = place;
  if (guard === undefined) return openBucket(place, { patience, ...options, labels: bucketVariables("BACKUP_S3") });
  const { createGuardedFetch } = await import("./guarded-fetch.ts");
  const idle = options.limits?.download ?? 5 * minute;
  const send = createGuardedFetch({ privateHosts: new Set(guard.privateHosts) }, idle);
  return openBucket(place, { patience, ...options, labels: fields, send });
}
