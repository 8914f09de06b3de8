import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import { type Site, siteSchema, withoutDefaultFigures } from "#contract/site/site.ts";
import { inEnglish } from "#copy/server/render.ts";
import { isServerText } from "#copy/server/say.ts";
import { isOneEdit } from "#domain/lookalike/confusables.ts";
import { passwordLimits } from "#domain/member.ts";
import { backupLimits, bucketShapes, usualRegion } from "#domain/backups.ts";
import { readBackupConfig, readFileOf } from "./backup/backup-config.ts";
import { createBackupPlan } from "./backup/backup-plan.ts";
import { ConfigError } from "./lib/errors.ts";
import { readS3Place } from "./lib/s3/s3-place.ts";
import { createPublicAddress } from "./address/public-address.ts";
import { liveSite, renewSite } from "./site/live-site.ts";
import { filesFolder } from "./store/files/file-folder.ts";
import type { FilesPlace } from "./store/files/files-place.ts";

export { ConfigError };

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

const environmentSchema = z
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
const secrets = [
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

export type Config = ReturnType<typeof readConfig>;

/**
 * Parses the environment and the site's configuration.
 * @throws ConfigError with all errors in one line, each with its variable or key
 */
export function readConfig(env: Record<string, string | undefined>) {
  // An empty variable, as in `PORT= npm start`, counts as not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const filed = readSecretFiles(set);
  const parsed = environmentSchema.safeParse({ ...set, ...filed });
  if (!parsed.success) {
    throw new ConfigError(
      faults(parsed.error, (name) => (name in filed ? `${name}_FILE: the text in ${set[`${name}_FILE`]}` : name)),
    );
  }
  const e = parsed.data;
  const { siteFile, siteFileOfOldStore } = readSite(e.SITE_CONFIG);
  const site = liveSite(siteFile);
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: resolve(e.DATA_DIR),
    /**
     * PostgreSQL, a replica of it, and the folder of its client programs if not on PATH; undefined for the embedded
     * store.
     */
    database:
      e.DATABASE_URL === undefined
        ? undefined
        : {
            url: e.DATABASE_URL,
            readUrl: e.DATABASE_READ_URL,
            connections: e.DATABASE_CONNECTIONS,
            programs: e.PG_BIN,
          },
    /** The place where instances on PostgreSQL keep the contents of files; undefined for the database. */
    files: readFilesPlace(e),
    /** The address that visitors use. */
    address: createPublicAddress({ fixed: e.PUBLIC_URL, port: e.PORT, changed: () => renewSite(site) }),
    trustProxy: e.TRUST_PROXY,
    /** The scope of `Strict-Transport-Security`. */
    hsts: e.HSTS,
    /** The channels' signing key file, if not the default one in `dataDir`. */
    signingKeyFile: e.SIGNING_KEY_FILE === undefined ? undefined : resolve(e.SIGNING_KEY_FILE),
    /** The site in effect. It starts as in the configuration file; owners change it in the admin area, unless fixed. */
    site,
    siteFile,
    /** The file's site for a store from before figures had defaults. */
    siteFileOfOldStore,
    siteIsFixed: e.SITE_CONFIG_FIXED === "true",
    firstOwner:
      e.ADMIN_EMAIL !== undefined && e.ADMIN_PASSWORD !== undefined
        ? { email: e.ADMIN_EMAIL, password: e.ADMIN_PASSWORD }
        : undefined,
    /** The company's identity provider; undefined if nobody signs in with one. */
    oidc: readOidc(e),
    logLevel: e.LOG_LEVEL,
    /** Hosts that a webhook may reach on private networks and without TLS. */
    webhookPrivateHosts: e.WEBHOOK_PRIVATE_HOSTS,
    mailPlainHosts: e.MAIL_PLAIN_HOSTS,
    /** Where `/metrics` is served; undefined if it is not. */
    metrics: metricsPlace(e),
    /** How requests and deliveries are traced; undefined if no endpoint is set. */
    traces:
      (e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? e.OTEL_EXPORTER_OTLP_ENDPOINT) === undefined
        ? undefined
        : {
            sampler: e.OTEL_TRACES_SAMPLER,
            ratio: e.OTEL_TRACES_SAMPLER_ARG,
            headers: e.OTEL_EXPORTER_OTLP_HEADERS,
          },
    /** The backups of the environment, or those that owners choose. */
    backup: createBackupPlan({
      server: readBackupConfig(e, siteFile.legal.backupDays, foreignOf(set)),
      places: e.BACKUP_PLACES ?? [join(resolve(e.DATA_DIR), "backups")],
      privateHosts: e.WEBHOOK_PRIVATE_HOSTS,
    }),
    /** All limits, in the unit of their name. */
    limits: {
      bodyBytes: e.LIMIT_BODY_BYTES,
      // No other instance could serve the visitors unless the store is on PostgreSQL.
      drainSeconds: e.LIMIT_DRAIN_SECONDS ?? (e.DATABASE_URL === undefined ? 0 : 3),
      shutdownSeconds: e.LIMIT_SHUTDOWN_SECONDS,
      passwordChecks: e.LIMIT_PASSWORD_CHECKS,
      passwordQueue: e.LIMIT_PASSWORD_QUEUE,
      sessionIdleMinutes: e.LIMIT_SESSION_IDLE_MINUTES,
      sessionHours: e.LIMIT_SESSION_HOURS,
      signInTries: e.LIMIT_SIGN_IN_TRIES,
      signInWaitSeconds: e.LIMIT_SIGN_IN_WAIT_SECONDS,
      linkHours: e.LIMIT_LINK_HOURS,
      tokenCallsPerMinute: e.LIMIT_TOKEN_CALLS_PER_MINUTE,
      stepUpMinutes: e.LIMIT_PROOF_MINUTES,
      contacts: e.LIMIT_CONTACTS,
      inquiries: {
        perMinute: e.LIMIT_INQUIRIES_PER_MINUTE,
        burst: e.LIMIT_INQUIRY_BURST,
        floodPerMinute: e.LIMIT_FLOOD_INQUIRIES_PER_MINUTE,
        floodMinutes: e.LIMIT_FLOOD_MINUTES,
        floodWaitSeconds: e.LIMIT_FLOOD_WAIT_SECONDS,
        formSeconds: e.LIMIT_FORM_SECONDS,
        workSeconds: e.LIMIT_WORK_SECONDS,
        fileMegabytesPerDay: e.LIMIT_FILE_MB_PER_NETWORK,
      },
      attachments: {
        perDay: e.LIMIT_FILE_MB_PER_DAY * 1024 * 1024,
        mailPerDay: e.LIMIT_MAIL_FILE_MB_PER_DAY * 1024 * 1024,
        all: e.LIMIT_FILE_MB * 1024 * 1024,
      },
      http: {
        requestsPerSecond: e.LIMIT_REQUESTS_PER_SECOND,
        requestBurst: e.LIMIT_REQUEST_BURST,
        connections: e.LIMIT_CONNECTIONS,
        connectionsPerNetwork: e.LIMIT_CONNECTIONS_PER_NETWORK,
        pipelined: e.LIMIT_PIPELINED_REQUESTS,
        headerSeconds: e.LIMIT_HEADER_SECONDS,
        requestSeconds: e.LIMIT_REQUEST_SECONDS,
        uploadSeconds: e.LIMIT_UPLOAD_SECONDS,
        idleSeconds: e.LIMIT_IDLE_SECONDS,
        stallSeconds: e.LIMIT_STALL_SECONDS,
      },
    },
  };
}

/** The secrets that are in files. @throws ConfigError that names the setting and the file, and quotes no secret */
function readSecretFiles(set: Record<string, string | undefined>): Record<string, string> {
  const named = secrets.flatMap((name) => {
    const path = set[`${name}_FILE`];
    return path === undefined ? [] : [[name, path] as const];
  });
  return Object.fromEntries(
    named.map(([name, path]) => {
      if (set[name] !== undefined) throw new ConfigError(`${name} and ${name}_FILE cannot be set together`);
      // Editors and `echo` end a file with a line break.
      const secret = readFileOf(`${name}_FILE`, path).replace(/\r?\n$/, "");
      if (secret === "") throw new ConfigError(`${name}_FILE: the file ${path} is empty`);
      return [name, secret];
    }),
  );
}

const settings = [...Object.keys(environmentSchema.shape), ...secrets.map((secret) => `${secret}_FILE`)];

/** The variables that are neither settings nor those of the libraries for traces and PostgreSQL. */
function foreignOf(set: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(set).flatMap(([name, value]) =>
      value === undefined || settings.includes(name) || /^(OTEL_|PG)/.test(name) ? [] : [[name, value]],
    ),
  );
}

/** Warnings about settings that are accepted but discouraged. */
export function warningsOf(config: Pick<Config, "trustProxy">, env: Record<string, string | undefined> = {}): string[] {
  const misspelt = Object.keys(env).flatMap((name) => {
    const meant = nearSetting(name);
    return meant === undefined ? [] : [`${name} is no setting, and has no effect; is ${meant} meant?`];
  });
  if (config.trustProxy !== true) return misspelt;
  const risk =
    "TRUST_PROXY=true believes the first address in X-Forwarded-For, which a visitor can make up to get past limits";
  const way = "name how many proxies stand before the server, such as 1, or their networks, such as loopback";
  return [`${risk}; ${way}`, ...misspelt];
}

/** The setting that is one edit away from `name`. Short names are one edit away from other programs' by chance. */
function nearSetting(name: string): string | undefined {
  if (settings.includes(name)) return undefined;
  const upper = name.toUpperCase();
  return settings.find((setting) => setting.length > 5 && (upper === setting || isOneEdit(upper, setting)));
}

/**
 * Returns where `/metrics` is served. If there is no separate port, it is on the site's port and requires the token.
 */
function metricsPlace({ METRICS_PORT: port, METRICS_HOST: host = "127.0.0.1", METRICS_TOKEN: token }: Environment) {
  if (port !== undefined) return { port, host, token };
  return token === undefined ? undefined : { port, token };
}

/** Guards a feature of the embedded store. @throws ConfigError if the store is PostgreSQL */
export function embeddedOnly({ database }: Pick<Config, "database">, what: string): void {
  if (database === undefined) return;
  throw new ConfigError(
    `${what} works on the embedded store alone, and DATABASE_URL says that the store is PostgreSQL`,
  );
}

/** @throws ConfigError */
function readFilesPlace(e: Environment): FilesPlace | undefined {
  const bucket = readS3Place(e, "FILES_S3");
  const isShared = e.FILES_SHARED === "true";
  if (bucket === undefined && !isShared) return undefined;
  const name = bucket === undefined ? "FILES_SHARED" : "FILES_S3_BUCKET";
  if (e.DATABASE_URL === undefined)
    throw new ConfigError(
      `${name} is set without DATABASE_URL: without PostgreSQL, files are in DATA_DIR/files; leave it out`,
    );
  if (bucket !== undefined && isShared)
    throw new ConfigError("FILES_S3_BUCKET and FILES_SHARED cannot be set together: files are in one place");
  return bucket === undefined ? { kind: "folder", path: filesFolder(resolve(e.DATA_DIR)) } : { kind: "bucket", bucket };
}

/** @throws ConfigError if a part of it is missing */
function readOidc(e: Environment) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL: site } = e;
  const { OIDC_OWNER_GROUPS: ownerGroups, OIDC_AGENT_GROUPS: agentGroups } = e;
  const isAsked = [issuer, clientId, clientSecret].some((part) => part !== undefined);
  if (!isAsked && ownerGroups.length + agentGroups.length === 0) return undefined;
  const missing = Object.entries({ issuer, clientId, clientSecret, site }).flatMap(([name, part]) =>
    part === undefined ? [oidcNames.get(name) ?? name] : [],
  );
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || site === undefined)
    throw new ConfigError(`sign-in with an identity provider also needs ${missing.join(" and ")}`);
  if (ownerGroups.length + agentGroups.length === 0)
    throw new ConfigError("OIDC_ISSUER is set without OIDC_OWNER_GROUPS or OIDC_AGENT_GROUPS: nobody could sign in");
  const groups = { claim: e.OIDC_GROUPS_CLAIM, owner: ownerGroups, agent: agentGroups };
  return { issuer, clientId, clientSecret, scopes: e.OIDC_SCOPES, groups };
}

const oidcNames: ReadonlyMap<string, string> = new Map([
  ["issuer", "OIDC_ISSUER"],
  ["clientId", "OIDC_CLIENT_ID"],
  ["clientSecret", "OIDC_CLIENT_SECRET"],
  ["site", "PUBLIC_URL"],
]);

function readSite(path: string | undefined): Record<"siteFile" | "siteFileOfOldStore", Site> {
  if (path === undefined) return siteFilesOf({});
  const text = readFileOf("SITE_CONFIG", path);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`SITE_CONFIG: the file ${path} is not valid JSON`, { cause: error });
  }
  const parsed = siteSchema.safeParse(json);
  if (!parsed.success) throw new ConfigError(`SITE_CONFIG: ${path}: ${faults(parsed.error)}`);
  return siteFilesOf(json);
}

/** @throws ZodError */
function siteFilesOf(json: unknown): Record<"siteFile" | "siteFileOfOldStore", Site> {
  return { siteFile: siteSchema.parse(json), siteFileOfOldStore: siteSchema.parse(withoutDefaultFigures(json)) };
}

function faults(error: z.ZodError, nameOf = (path: string) => path): string {
  return error.issues
    .map(({ path, message }) => {
      // The site's fields have texts of the server; those of the environment go on after the name.
      const fault = isServerText(message) ? `: ${inEnglish(message)}` : ` ${message}`;
      return path.length > 0 ? `${nameOf(path.join("."))}${fault}` : fault.replace(/^:? /, "");
    })
    .join("; ");
}
