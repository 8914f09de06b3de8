import type { S3Place } from "../../lib/s3/s3-place.ts";

/** Place where the programs on a PostgreSQL database keep the contents of files. */
export type FilesPlace = { kind: "bucket"; bucket: S3Place } | { kind: "folder"; path: string };

/** The variables that set such a place. */
export const placeVariable = { bucket: "FILES_S3_BUCKET", folder: "FILES_SHARED" } as const;
