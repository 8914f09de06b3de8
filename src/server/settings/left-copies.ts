import type { BackupPlace } from "../backup/backup-config.ts";
import { bucketOf, type ChosenBackups } from "../backup/backup-plan.ts";

/** Backups in a bucket that owners no longer use. The server has no key of it any more: owners delete them. */
export interface LeftCopies {
  /** Host, bucket and folder. */
  bucket: string;
  /** When the last one has to be gone (ms). */
  until: number;
}

/** Returns the name of a bucket for owners and the privacy page. */
export const bucketName = ({ endpoint, bucket, prefix }: Pick<BackupPlace, "endpoint" | "bucket" | "prefix">) =>
  `${new URL(endpoint).host}/${bucket}/${prefix}`;

function nameOf(chosen: ChosenBackups | null): string | undefined {
  const place = chosen === null ? undefined : bucketOf(chosen, new Set());
  return place && bucketName(place);
}

/**
 * Returns the copies left in buckets after a change of the backups. In a bucket that is in use, the server deletes in
 * time.
 */
export function leftAfter(
  { backups, leftCopies }: { backups: ChosenBackups | null; leftCopies: readonly LeftCopies[] },
  next: ChosenBackups | null,
  until: number,
): readonly LeftCopies[] {
  const [old, used] = [nameOf(backups), nameOf(next)];
  if (old === used) return leftCopies;
  const others = leftCopies.filter(({ bucket }) => bucket !== old && bucket !== used);
  return old === undefined ? others : [...others, { bucket: old, until }];
}
