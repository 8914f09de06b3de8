import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { passwordLimits } from "#domain/member.ts";
import { backupLimits, bucketShapes, usualRegion } from "#domain/backups.ts";

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, `must be a whole number from ${min} to ${max}`)
        .max(max, `must be a whole number from ${min} to ${max}`),
    );

const count = (min: number, max: number, fallback: number) => whole(min, max).default(fallback);

const publicUrl = z
  .url({ protocol: /^https?$/, error: "must be the site's address, such as https://desk.example.com" })
  .transform((text) => new URL(text))
  .refine(
    (url) => url.pathname === "/" && !url.search && !url.hash && !url.username,
    "must be an origin without a path",
  );

/**
 * `TRUST_PROXY`: `false`, a number of hops, or a comma-separated list of addresses, subnets and named networks. `true`
 * is supported for compatibility only: it trusts the leftmost address, which clients can forge.
 */
const trustProxy = z
  .string()
  .transform((text, context) => {
    if (text === "true" || text === "false") return text === "true";
    if (/^\d{1,2}$/.test(text)) return (_address: string, hop: number) => hop < Number(text);
    const proxies = text.split(",").map((part) => part.trim());
    if (proxies.every(isProxy)) return proxies;
    context.addIssue({
      code: "custom",
      message:
        "must be a number of hops, addresses or networks separated by commas, loopback, linklocal or uniquelocal, or " +
        "false",
    });
    return z.NEVER;
  })
  .default(false);

/** An address, a subnet such as `10.0.0.0/8`, or a name that `@fastify/proxy-addr` knows. */
function isProxy(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", prefix, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** `WEBHOOK_PRIVATE_HOSTS`, `MAIL_PLAIN_HOSTS`: comma-separated host names, as in a URL. */
const hostNames = z
  .string()
  .transform((text, context) => {
    const hosts = text.split(",").map((part) => part.trim().toLowerCase());
    const wrong = hosts.some((host) => !URL.canParse(`http://${host}`) || new URL(`http://${host}`).hostname !== host);
    if (!wrong) return new Set(hosts);
    context.addIssue({ code: "custom", message: "must be host names separated by commas, without ports" });
    return z.NEVER;
  })
  .default(new Set());

/**
 * `DATABASE_URL`: a PostgreSQL connection URI (https://www.postgresql.org/docs/15/libpq-connect.html). It may contain a
 * password, so no message quotes it.
 */
export const databaseUrl = z.string().refine((text) => {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, searchParams } = new URL(text);
  return (hostname !== "" || searchParams.has("host")) && pathname.length > 1;
}, "must be the address of a database, such as postgres://user:password@db.example.com:5432/front_desk");

/** `OIDC_ISSUER`; plain http is for a provider on the same machine, as in tests. */
const oidcIssuer = z
  .url({ protocol: /^https?$/, error: "must be the provider's issuer, such as https://login.example.com" })
  .refine((text) => {
    const { protocol, hostname, search, hash, username } = new URL(text);
    const isSafe = protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
    return isSafe && search + hash + username === "";
  }, "must be an https address without a user, a query or a fragment");

const groupNames = z
  .string()
  .transform((text) => text.split(",").map((name) => name.trim()))
  .refine((names) => !names.includes(""), "must be names of groups separated by commas")
  .default([]);

/** `METRICS_TOKEN`: a bearer token (RFC 6750). No message quotes it. */
const bearerToken = z
  .string()
  .regex(
    /^[\w.~+/-]{16,}=*$/,
    "must have at least 16 characters, and only letters, digits and - . _ ~ + / (= at its end)",
  );

/** The variables of OpenTelemetry; those that `tracing/` does not get from here its exporter reads itself. */
const otlpEndpoint = z.url({
  protocol: /^https?$/,
  error: "must be an address such as http://collector.internal:4318",
});
const traceSamplers = ["always_on", "always_off", "traceidratio"].flatMap((name) => [name, `parentbased_${name}`]);

const passphrase = z.string().min(12, "must have at least 12 characters");

/** `BACKUP_S3_ENDPOINT`, `FILES_S3_ENDPOINT`. It may be entered with a secret by mistake, so no message quotes it. */
const s3Endpoint = z
  .url({
    protocol: /^https?$/,
    error: "must be the address of an S3 server, such as https://s3.eu-central-1.amazonaws.com",
  })
  .refine((text) => {
    const { username, password, search, hash } = new URL(text);
    return username + password + search + hash === "";
  }, "must be an address without a user, a query or a fragment: the key goes into the variable ..._ACCESS_KEY_ID")
  .transform((text) => text.replace(/\/+$/, ""));
const s3Bucket = z
  .string()
  .regex(bucketShapes.bucket, "must be the name of a bucket: 3 to 63 lowercase letters, digits, - and .");
const s3Region = z.string().regex(bucketShapes.region, "must be a region such as eu-central-1").default(usualRegion);
const s3Prefix = z
  .string()
  .regex(bucketShapes.prefix, "must be a folder in the bucket such as desk/production, without / at its ends");

const flag = z.enum(["true", "false"], { error: "must be true or false" }).default("false");

const alone = (other: string) => `is set without ${other}; set both, or neither to get a one-time link`;

/** The environment variables that the server reads. */
export const environmentSchema = z
  .object({
    PORT: count(0, 65535, 3000),
    HOST: z.string().min(1).default("localhost"),
    DATA_DIR: z.string().min(1).default("./data"),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_READ_URL: databaseUrl.optional(),
    DATABASE_CONNECTIONS: count(3, 1000, 10),
    PG_BIN: z.string().min(1).optional(),
    PUBLIC_URL: publicUrl.optional(),
    TRUST_PROXY: trustProxy,
    HSTS: z
      .enum(["host", "subdomains", "preload"], { error: "must be one of host, subdomains, preload" })
      .default("host"),
    SITE_CONFIG: z.string().min(1).optional(),
    SITE_CONFIG_FIXED: flag,
    SIGNING_KEY_FILE: z.string().min(1).optional(),
    ADMIN_EMAIL: z.email("must be an email address").optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(passwordLimits.min, `must have at least ${passwordLimits.min} characters`)
      .max(passwordLimits.max)
      .optional(),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
        error: "must be one of fatal, error, warn, info, debug, trace, silent",
      })
      .default("info"),
    WEBHOOK_PRIVATE_HOSTS: hostNames,
    MAIL_PLAIN_HOSTS: hostNames,
    OIDC_ISSUER: oidcIssuer.optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    OIDC_SCOPES: z
      .string()
      .refine(
        (text) => text.split(" ").includes("openid"),
        "must be scopes separated by spaces, with openid among them",
      )
      .default("openid email"),
    OIDC_GROUPS_CLAIM: z.string().min(1).default("groups"),
    OIDC_OWNER_GROUPS: groupNames,
    OIDC_AGENT_GROUPS: groupNames,
    METRICS_PORT: whole(0, 65535).optional(),
    METRICS_HOST: z.string().min(1).optional(),
    METRICS_TOKEN: bearerToken.optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint.optional(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpEndpoint.optional(),
    OTEL_EXPORTER_OTLP_PROTOCOL: z
      .literal("http/protobuf", { error: "must be http/protobuf, the only protocol here" })
      .optional(),
    OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
    OTEL_SERVICE_NAME: z.string().optional(),
    OTEL_TRACES_SAMPLER: z
      .enum(traceSamplers, { error: `must be one of ${traceSamplers.join(", ")}` })
      .default("parentbased_always_on"),
    OTEL_TRACES_SAMPLER_ARG: z
      .string()
      .regex(/^(0?\.\d+|[01](\.0*)?)$/, "must be a number from 0 to 1")
      .transform(Number)
      .default(1),
    BACKUP_DIR: z.string().min(1).optional(),
    BACKUP_PLACES: z
      .string()
      .transform((text) => text.split(",").flatMap((part) => (part.trim() === "" ? [] : [resolve(part.trim())])))
      .optional(),
    BACKUP_EVERY_HOURS: count(0, backupLimits.everyHours.max, 0),
    BACKUP_KEEP: count(backupLimits.keep.min, backupLimits.keep.max, backupLimits.keep.usual),
    BACKUP_PASSPHRASE: passphrase.optional(),
    BACKUP_PASSPHRASE_PREVIOUS: passphrase.optional(),
    BACKUP_RECIPIENT: z
      .string()
      .regex(/^age1[a-z\d]{50,}$/, "must be an age recipient, such as age1...")
      .optional(),
    BACKUP_IDENTITY_FILE: z.string().min(1).optional(),
    BACKUP_UNENCRYPTED: flag,
    BACKUP_S3_ENDPOINT: s3Endpoint.optional(),
    BACKUP_S3_PLAIN_HTTP: flag,
    BACKUP_S3_BUCKET: s3Bucket.optional(),
    BACKUP_S3_REGION: s3Region,
    BACKUP_S3_PREFIX: s3Prefix.optional(),
    BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    BACKUP_S3_KEEP: count(backupLimits.keep.min, backupLimits.keep.max, backupLimits.keep.usual),
    BACKUP_HOOK: z.string().min(1).optional(),
    BACKUP_HOOK_MINUTES: count(1, 1440, 60),
    BACKUP_HOOK_FILES: flag,
    FILES_S3_ENDPOINT: s3Endpoint.optional(),
    FILES_S3_PLAIN_HTTP: flag,
    FILES_S3_BUCKET: s3Bucket.optional(),
    FILES_S3_REGION: s3Region,
    FILES_S3_PREFIX: s3Prefix.optional(),
    FILES_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    FILES_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    FILES_SHARED: flag,
    LIMIT_BODY_BYTES: count(1024, 10_485_760, 65_536),
    LIMIT_REQUEST_SECONDS: count(1, 600, 30),
    LIMIT_UPLOAD_SECONDS: count(1, 3600, 300),
    LIMIT_DRAIN_SECONDS: whole(0, 60).optional(),
    LIMIT_SHUTDOWN_SECONDS: count(1, 600, 20),
    LIMIT_PASSWORD_CHECKS: count(1, 64, 2),
    LIMIT_PASSWORD_QUEUE: count(1, 10_000, 64),
    LIMIT_SESSION_IDLE_MINUTES: count(1, 525_600, 720),
    LIMIT_SESSION_HOURS: count(1, 8760, 168),
    LIMIT_SIGN_IN_TRIES: count(1, 1000, 5),
    LIMIT_SIGN_IN_WAIT_SECONDS: count(1, 86_400, 300),
    LIMIT_LINK_HOURS: count(1, 720, 24),
    LIMIT_TOKEN_CALLS_PER_MINUTE: count(1, 60_000, 120),
    LIMIT_PROOF_MINUTES: count(1, 1440, 10),
    // Below, a minimum of 0 means that 0 removes the limit.
    LIMIT_INQUIRIES_PER_MINUTE: count(0, 100_000, 30),
    LIMIT_INQUIRY_BURST: count(0, 100_000, 60),
    LIMIT_FLOOD_INQUIRIES_PER_MINUTE: count(0, 1_000_000, 300),
    LIMIT_FLOOD_MINUTES: count(1, 1440, 5),
    LIMIT_FLOOD_WAIT_SECONDS: count(0, 600, 5),
    LIMIT_FORM_SECONDS: count(0, 60, 2),
    LIMIT_WORK_SECONDS: count(1, 3600, 300),
    LIMIT_FILE_MB_PER_NETWORK: count(0, 1_000_000, 100),
    LIMIT_FILE_MB_PER_DAY: count(0, 10_000_000, 1000),
    LIMIT_MAIL_FILE_MB_PER_DAY: count(0, 10_000_000, 500),
    LIMIT_FILE_MB: count(0, 10_000_000, 10_000),
    LIMIT_REQUESTS_PER_SECOND: count(0, 1_000_000, 500),
    LIMIT_REQUEST_BURST: count(0, 1_000_000, 2000),
    LIMIT_CONNECTIONS: count(0, 1_000_000, 10_000),
    LIMIT_CONNECTIONS_PER_NETWORK: count(0, 1_000_000, 500),
    LIMIT_PIPELINED_REQUESTS: count(0, 10_000, 10),
    LIMIT_HEADER_SECONDS: count(1, 600, 10),
    LIMIT_IDLE_SECONDS: count(1, 3600, 72),
    LIMIT_STALL_SECONDS: count(0, 3600, 60),
    // More ids would not fit into the body of a reorder request.
    LIMIT_CONTACTS: count(1, 1000, 500),
  })
  .refine((env) => env.ADMIN_EMAIL === undefined || env.ADMIN_PASSWORD !== undefined, {
    error: alone("ADMIN_PASSWORD, the first owner's password"),
    path: ["ADMIN_EMAIL"],
  })
  .refine((env) => env.ADMIN_PASSWORD === undefined || env.ADMIN_EMAIL !== undefined, {
    error: alone("ADMIN_EMAIL, the first owner's address"),
    path: ["ADMIN_PASSWORD"],
  })
  .refine((env) => env.DATABASE_READ_URL === undefined || env.DATABASE_URL !== undefined, {
    error: "is set without DATABASE_URL: only a store on PostgreSQL can have a replica",
    path: ["DATABASE_READ_URL"],
  })
  .refine((env) => env.SITE_CONFIG_FIXED !== "true" || env.SITE_CONFIG !== undefined, {
    error: "is set without SITE_CONFIG, the file that is to decide",
    path: ["SITE_CONFIG_FIXED"],
  })
  .refine((env) => env.METRICS_PORT !== undefined || env.METRICS_HOST === undefined, {
    error:
      "must be set together with METRICS_PORT: without a port of its own /metrics is on PORT, behind METRICS_TOKEN",
    path: ["METRICS_HOST"],
  })
  .refine((env) => env.METRICS_PORT === undefined || env.METRICS_PORT === 0 || env.METRICS_PORT !== env.PORT, {
    error: "must be another port than PORT; leave it out, and /metrics is on PORT, behind METRICS_TOKEN",
    path: ["METRICS_PORT"],
  });

/** Each can be in a file instead, as container secrets are: `<name>_FILE` is its path. */
export const secrets = [
  "ADMIN_PASSWORD",
  "BACKUP_PASSPHRASE",
  "BACKUP_PASSPHRASE_PREVIOUS",
  "BACKUP_S3_SECRET_ACCESS_KEY",
  "DATABASE_READ_URL",
  "DATABASE_URL",
  "FILES_S3_SECRET_ACCESS_KEY",
  "METRICS_TOKEN",
  "OIDC_CLIENT_SECRET",
  "OTEL_EXPORTER_OTLP_HEADERS",
] as const;

export type Environment = z.output<typeof environmentSchema>;
