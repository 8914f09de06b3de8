import { ConfigError } from "../errors.ts";

/** A folder in a bucket of an S3-compatible server. */
export interface S3Place {
  endpoint: string;
  region: string;
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Prefix of the variables that set a bucket. */
type Start = "BACKUP_S3" | "FILES_S3";

type Variables = Record<`${Start}_${"REGION" | "PLAIN_HTTP"}`, string> &
  Partial<
    Record<`${Start}_${"ENDPOINT" | "BUCKET" | "PREFIX" | "ACCESS_KEY_ID" | "SECRET_ACCESS_KEY"}`, string | undefined>
  >;

/** The bucket that the environment names; undefined if it names none. @throws ConfigError */
export function readS3Place(env: Variables, start: Start): S3Place | undefined {
  const required = ["ENDPOINT", "BUCKET", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"] as const;
  const missing = required.map((name) => `${start}_${name}` as const).filter((name) => env[name] === undefined);
  if (missing.length === required.length) return undefined;
  const endpoint = env[`${start}_ENDPOINT`];
  const bucket = env[`${start}_BUCKET`];
  const prefix = env[`${start}_PREFIX`];
  const accessKeyId = env[`${start}_ACCESS_KEY_ID`];
  const secretAccessKey = env[`${start}_SECRET_ACCESS_KEY`];
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    throw new ConfigError(`${missing.join(" and ")} must be set together with the other ${start}_ variables`);
  if (!isLocal(endpoint) && new URL(endpoint).protocol !== "https:" && env[`${start}_PLAIN_HTTP`] === "false")
    throw new ConfigError(
      `${start}_ENDPOINT must be an https address (or set ${start}_PLAIN_HTTP=true in a network that nobody else can ` +
        "read or change)",
    );
  return {
    endpoint,
    region: env[`${start}_REGION`],
    bucket,
    prefix: prefix === undefined ? "" : `${prefix}/`,
    accessKeyId,
    secretAccessKey,
  };
}

/** Returns whether the server of a bucket is on this machine. */
export const isLocal = (endpoint: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(endpoint).hostname);
