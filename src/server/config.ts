import { join, resolve } from "node:path";
import type { z } from "zod";
import { type Site, siteSchema, withoutDefaultFigures } from "#contract/site/site.ts";
import { inEnglish } from "#copy/server/render.ts";
import { isServerText } from "#copy/server/say.ts";
import { isOneEdit } from "#domain/lookalike/confusables.ts";
import { readBackupConfig, readFileOf } from "./backup/backup-config.ts";
import { createBackupPlan } from "./backup/backup-plan.ts";
import { type Environment, environmentSchema, secrets } from "./environment.ts";
import { ConfigError } from "./lib/errors.ts";
import { readS3Place } from "./lib/s3/s3-place.ts";
import { createPublicAddress } from "./address/public-address.ts";
import { liveSite, renewSite } from "./site/live-site.ts";
import { filesFolder } from "./store/files/file-folder.ts";
import type { FilesPlace } from "./store/files/files-place.ts";

export { ConfigError };

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
      channels: e.LIMIT_CONTACTS,
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
