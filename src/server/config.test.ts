import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { siteSchema, withoutDefaultFigures } from "#contract/site/site.ts";
import { ConfigError } from "./lib/errors.ts";
import { type Config, embeddedOnly, readConfig, warningsOf } from "./config.ts";

/** Returns the one-line error for an invalid environment. */
function faultOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    const { message } = error as ConfigError;
    expect(message).not.toContain("\n");
    return message;
  }
  throw new Error("it was taken");
}

/** The configuration as plain data. */
function plain(env: Parameters<typeof readConfig>[0]) {
  const { address, backup, ...config } = readConfig(env);
  const { server, places, isFixed } = backup;
  return { ...config, address: [address.url, address.origin, address.isFixed], backup: { server, places, isFixed } };
}

describe("without any variable", () => {
  it("everything has the default that the documents name", () => {
    expect(plain({})).toEqual({
      address: [undefined, "http://localhost:3000", false],
      port: 3000,
      host: "localhost",
      hsts: "host",
      dataDir: resolve("data"),
      database: undefined,
      trustProxy: false,
      signingKeyFile: undefined,
      site: siteSchema.parse({}),
      siteFile: siteSchema.parse({}),
      siteFileOfOldStore: siteSchema.parse(withoutDefaultFigures({})),
      siteIsFixed: false,
      firstOwner: undefined,
      oidc: undefined,
      logLevel: "info",
      webhookPrivateHosts: new Set(),
      mailPlainHosts: new Set(),
      metrics: undefined,
      backup: {
        places: [resolve("data/backups")],
        isFixed: false,
        server: {
          folder: undefined,
          everyHours: 0,
          keep: 14,
          days: 30,
          key: undefined,
          secrets: { passphrase: undefined, previous: undefined, identities: undefined },
          offsite: undefined,
          hook: undefined,
        },
      },
      limits: {
        bodyBytes: 65_536,
        drainSeconds: 0,
        shutdownSeconds: 20,
        passwordChecks: 2,
        passwordQueue: 64,
        sessionIdleMinutes: 720,
        sessionHours: 168,
        signInTries: 5,
        signInWaitSeconds: 300,
        linkHours: 24,
        tokenCallsPerMinute: 120,
        stepUpMinutes: 10,
        channels: 500,
        inquiries: {
          perMinute: 30,
          burst: 60,
          floodPerMinute: 300,
          floodMinutes: 5,
          floodWaitSeconds: 5,
          formSeconds: 2,
          workSeconds: 300,
          fileMegabytesPerDay: 100,
        },
        attachments: { perDay: 1000 * 1024 * 1024, mailPerDay: 500 * 1024 * 1024, all: 10_000 * 1024 * 1024 },
        http: {
          requestsPerSecond: 500,
          requestBurst: 2000,
          connections: 10_000,
          connectionsPerNetwork: 500,
          pipelined: 10,
          headerSeconds: 10,
          requestSeconds: 30,
          uploadSeconds: 300,
          idleSeconds: 72,
          stallSeconds: 60,
        },
      },
    });
  });

  it("an empty variable counts as none", () => {
    const names = ["PORT", "HOST", "DATA_DIR", "PUBLIC_URL", "TRUST_PROXY", "SITE_CONFIG", "ADMIN_EMAIL", "LOG_LEVEL"];
    expect(plain(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(plain({}));
  });

  it("docs/operating.md has a row for each variable", () => {
    const [source, guide] = [join(import.meta.dirname, "environment.ts"), "docs/operating.md"].map((file) =>
      readFileSync(file, "utf8"),
    );
    const names = [...(source ?? "").matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(50);
    const rows = (guide ?? "").split("\n").filter((line) => line.startsWith("| `"));
    const named = new Set(rows.flatMap((row) => row.split("|")[1]?.match(/[A-Z][A-Z_]+/g) ?? []));
    expect(names.filter((name) => !named.has(name))).toEqual([]);
  });

  it("what is none of ours is left alone", () => {
    expect(plain({ PATH: "/bin", NODE_ENV: "test", undefined: undefined })).toEqual(plain({}));
  });
});

describe("an identity provider", () => {
  const whole = {
    PUBLIC_URL: "https://desk.example.com",
    OIDC_ISSUER: "https://login.example.com/tenant",
    OIDC_CLIENT_ID: "front-desk",
    OIDC_CLIENT_SECRET: "a made-up secret",
    OIDC_AGENT_GROUPS: "support, night shift",
  };

  it("is taken whole", () => {
    expect(readConfig(whole).oidc).toEqual({
      issuer: "https://login.example.com/tenant",
      clientId: "front-desk",
      clientSecret: "a made-up secret",
      scopes: "openid email",
      groups: { claim: "groups", owner: [], agent: ["support", "night shift"] },
    });
    expect(readConfig({ ...whole, OIDC_ISSUER: "http://localhost:4000" }).oidc?.issuer).toBe("http://localhost:4000");
  });

  it.each([
    [{ OIDC_CLIENT_ID: "" }, "sign-in with an identity provider also needs OIDC_CLIENT_ID"],
    [{ OIDC_ISSUER: "", OIDC_CLIENT_SECRET: "" }, "also needs OIDC_ISSUER and OIDC_CLIENT_SECRET"],
    [{ PUBLIC_URL: "" }, "also needs PUBLIC_URL"],
    [{ OIDC_AGENT_GROUPS: "" }, "without OIDC_OWNER_GROUPS or OIDC_AGENT_GROUPS: nobody could sign in"],
    [{ OIDC_AGENT_GROUPS: "a,,b" }, "OIDC_AGENT_GROUPS must be names of groups separated by commas"],
    [{ OIDC_ISSUER: "http://login.example.com" }, "OIDC_ISSUER must be an https address"],
    [{ OIDC_SCOPES: "email" }, "OIDC_SCOPES must be scopes separated by spaces, with openid among them"],
  ])("is refused with %j", (change, message) => {
    expect(() => readConfig({ ...whole, ...change })).toThrow(message);
  });
});

describe("a right value", () => {
  it("is taken", () => {
    const config = readConfig({
      PORT: "0",
      HOST: "0.0.0.0",
      DATA_DIR: "/srv/desk",
      PUBLIC_URL: "https://desk.example.com",
      ADMIN_EMAIL: "owner@example.com",
      ADMIN_PASSWORD: "a long enough password",
      LOG_LEVEL: "trace",
    });
    expect(config).toMatchObject({ port: 0, host: "0.0.0.0", dataDir: "/srv/desk", logLevel: "trace" });
    expect(config.address.origin).toBe("https://desk.example.com");
    expect(config.firstOwner).toEqual({ email: "owner@example.com", password: "a long enough password" });
  });

  it.each([
    ["true", true],
    ["false", false],
    ["10.0.0.1", ["10.0.0.1"]],
    ["loopback, 10.0.0.0/8,2001:db8::/32", ["loopback", "10.0.0.0/8", "2001:db8::/32"]],
  ])("of TRUST_PROXY may be %s", (text, value) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(value);
  });

  it("of TRUST_PROXY are warned of where they believe anybody", () => {
    const warned = (text: string) => warningsOf(readConfig({ TRUST_PROXY: text }));
    expect(warned("true")).toEqual([expect.stringMatching(/^TRUST_PROXY=true .*make up.* such as 1, .* loopback$/)]);
    for (const text of ["false", "1", "loopback", "10.0.0.0/8", ""]) expect(warned(text)).toEqual([]);
  });

  it("under a misspelt name are warned of, with the likely one", () => {
    const env = {
      BACKUP_DRI: "/mnt",
      LIMIT_IDLE_SECOND: "9",
      backup_dir: "/mnt",
      DATA_DIR: "/data",
      XDG_DATA_DIRS: "x",
      PATH: "y",
    };
    expect(warningsOf(readConfig({}), env)).toEqual([
      "BACKUP_DRI is no setting, and has no effect; is BACKUP_DIR meant?",
      "LIMIT_IDLE_SECOND is no setting, and has no effect; is LIMIT_IDLE_SECONDS meant?",
      "backup_dir is no setting, and has no effect; is BACKUP_DIR meant?",
    ]);
  });

  it("of WEBHOOK_PRIVATE_HOSTS are host names, as addresses write them", () => {
    const read = (text: string) => [...readConfig({ WEBHOOK_PRIVATE_HOSTS: text }).webhookPrivateHosts];
    expect(read("automation, Hooks.Internal ,127.0.0.1,[::1]")).toEqual([
      "automation",
      "hooks.internal",
      "127.0.0.1",
      "[::1]",
    ]);
  });

  it("of TRUST_PROXY may be a number of hops", () => {
    const trusts = readConfig({ TRUST_PROXY: "2" }).trustProxy;
    if (typeof trusts !== "function") throw new Error("it is no number of hops");
    expect([0, 1, 2, 3].map((hop) => trusts("192.0.2.1", hop))).toEqual([true, true, false, false]);
  });
});

describe("the place of files on PostgreSQL", () => {
  const DATABASE_URL = "postgres://desk@db.example.com/front_desk";
  const bucket = {
    FILES_S3_ENDPOINT: "https://s3.example.com/",
    FILES_S3_BUCKET: "desk-files",
    FILES_S3_ACCESS_KEY_ID: "key",
    FILES_S3_SECRET_ACCESS_KEY: "secret",
  };

  it("is a bucket, a folder that the servers share, or the database", () => {
    const read = (env: object) => readConfig({ DATABASE_URL, DATA_DIR: "/srv/desk", ...env }).files;
    expect(read({})).toBeUndefined();
    expect(read({ FILES_SHARED: "true" })).toEqual({ kind: "folder", path: "/srv/desk/files" });
    expect(read({ ...bucket, FILES_S3_PREFIX: "desk/production" })).toEqual({
      kind: "bucket",
      bucket: {
        endpoint: "https://s3.example.com",
        region: "us-east-1",
        bucket: "desk-files",
        prefix: "desk/production/",
        accessKeyId: "key",
        secretAccessKey: "secret",
      },
    });
  });

  it.each([
    [{ ...bucket, FILES_S3_BUCKET: "" }, "FILES_S3_BUCKET must be set together with the other FILES_S3_ variables"],
    [{ ...bucket, FILES_S3_BUCKET: "Desk" }, "FILES_S3_BUCKET must be the name of a bucket"],
    [{ ...bucket, FILES_S3_ENDPOINT: "http://s3.example.com" }, "FILES_S3_ENDPOINT must be an https address"],
    [{ ...bucket, FILES_S3_ENDPOINT: "https://a:b@s3.example.com" }, "FILES_S3_ENDPOINT must be an address without"],
    [{ ...bucket, FILES_S3_PREFIX: "/desk" }, "FILES_S3_PREFIX must be a folder in the bucket"],
    [{ ...bucket, FILES_SHARED: "true" }, "FILES_S3_BUCKET and FILES_SHARED cannot be set together"],
    [{ ...bucket, DATABASE_URL: "" }, "FILES_S3_BUCKET is set without DATABASE_URL"],
    [{ FILES_SHARED: "true", DATABASE_URL: "" }, "FILES_SHARED is set without DATABASE_URL"],
    [{ FILES_SHARED: "yes" }, "FILES_SHARED must be true or false"],
  ])("is refused with %j", (env, message) => {
    expect(() => readConfig({ DATABASE_URL, ...env })).toThrow(message);
  });
});

describe("metrics", () => {
  const token = "a-token-of-the-tests";
  it.each([
    [{ METRICS_PORT: "9464" }, { port: 9464, host: "127.0.0.1", token: undefined }],
    [
      { METRICS_PORT: "9464", METRICS_HOST: "10.0.0.1", METRICS_TOKEN: token },
      { port: 9464, host: "10.0.0.1", token },
    ],
    [{ METRICS_TOKEN: token }, { port: undefined, token }],
    [{}, undefined],
  ])("are served, with %j, at %j", (env, place) => {
    expect(readConfig(env).metrics).toEqual(place);
  });
});

const url = "must be the site's address, such as https://desk.example.com";
const origin = "must be an origin without a path";
const privateHosts = "must be host names separated by commas, without ports";
const proxies =
  "must be a number of hops, addresses or networks separated by commas, loopback, linklocal or uniquelocal, or false";
const databaseUrl =
  "must be the address of a database, such as postgres://user:password@db.example.com:5432/front_desk";
const otherPort = "must be another port than PORT; leave it out, and /metrics is on PORT, behind METRICS_TOKEN";
const withPort =
  "must be set together with METRICS_PORT: without a port of its own /metrics is on PORT, behind METRICS_TOKEN";
const token = "must have at least 16 characters, and only letters, digits and - . _ ~ + / (= at its end)";
const samplers =
  "must be one of always_on, parentbased_always_on, always_off, parentbased_always_off, traceidratio, " +
  "parentbased_traceidratio";
const collector = "must be an address such as http://collector.internal:4318";
const wrong: Array<[name: string, value: string, message: string]> = [
  ["PORT", "http", "must be a whole number from 0 to 65535"],
  ["PORT", "-1", "must be a whole number from 0 to 65535"],
  ["PORT", "65536", "must be a whole number from 0 to 65535"],
  ["PORT", "80.5", "must be a whole number from 0 to 65535"],
  ["PUBLIC_URL", "desk.example.com", url],
  ["PUBLIC_URL", "ftp://desk.example.com", url],
  ["PUBLIC_URL", "https://desk.example.com/app", origin],
  ["PUBLIC_URL", "https://desk.example.com/?a", origin],
  ["PUBLIC_URL", "https://owner@desk.example.com", origin],
  ["HSTS", "always", "must be one of host, subdomains, preload"],
  ["TRUST_PROXY", "yes", proxies],
  ["WEBHOOK_PRIVATE_HOSTS", "hooks.internal:8080", privateHosts],
  ["WEBHOOK_PRIVATE_HOSTS", "http://hooks.internal", privateHosts],
  ["WEBHOOK_PRIVATE_HOSTS", "a,,b", privateHosts],
  ["WEBHOOK_PRIVATE_HOSTS", "10.0.0.0/8", privateHosts],
  ["TRUST_PROXY", "999.1.1.1", proxies],
  ["TRUST_PROXY", "1.2.3", proxies],
  ["TRUST_PROXY", "10.0.0.0/33", proxies],
  ["TRUST_PROXY", "10.0.0.0/0", proxies],
  ["TRUST_PROXY", "10.0.0.0/8/8", proxies],
  ["TRUST_PROXY", "/", proxies],
  ["TRUST_PROXY", "10.0.0.1,", proxies],
  ["DATABASE_URL", "mysql://db.example.com/desk", databaseUrl],
  ["DATABASE_URL", "postgres://db.example.com", databaseUrl],
  ["DATABASE_URL", "postgres:///desk", databaseUrl],
  ["DATABASE_URL", "desk", databaseUrl],
  [
    "DATABASE_READ_URL",
    "postgres://db.example.com/desk",
    "is set without DATABASE_URL: only a store on PostgreSQL can have a replica",
  ],
  ["METRICS_PORT", "9464x", "must be a whole number from 0 to 65535"],
  ["METRICS_PORT", "3000", otherPort],
  ["METRICS_HOST", "10.0.0.1", withPort],
  ["METRICS_TOKEN", "fifteen-letters", token],
  ["METRICS_TOKEN", "sixteen letters with blanks", token],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", collector],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "grpc://collector:4317", collector],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "must be http/protobuf, the only protocol here"],
  ["OTEL_TRACES_SAMPLER", "some", samplers],
  ["OTEL_TRACES_SAMPLER_ARG", "2", "must be a number from 0 to 1"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.5", "must be a number from 0 to 1"],
  ["LOG_LEVEL", "loud", "must be one of fatal, error, warn, info, debug, trace, silent"],
  ["ADMIN_EMAIL", "owner", "must be an email address"],
  ["ADMIN_PASSWORD", "short", "must have at least 12 characters"],
  ...Object.entries({
    DATABASE_CONNECTIONS: [3, 1000],
    LIMIT_BODY_BYTES: [1024, 10_485_760],
    LIMIT_REQUEST_SECONDS: [1, 600],
    LIMIT_DRAIN_SECONDS: [0, 60],
    LIMIT_SHUTDOWN_SECONDS: [1, 600],
    LIMIT_PASSWORD_CHECKS: [1, 64],
    LIMIT_PASSWORD_QUEUE: [1, 10_000],
    LIMIT_SESSION_IDLE_MINUTES: [1, 525_600],
    LIMIT_SESSION_HOURS: [1, 8760],
    LIMIT_SIGN_IN_TRIES: [1, 1000],
    LIMIT_SIGN_IN_WAIT_SECONDS: [1, 86_400],
    LIMIT_LINK_HOURS: [1, 720],
    LIMIT_TOKEN_CALLS_PER_MINUTE: [1, 60_000],
    LIMIT_CONTACTS: [1, 1000],
    LIMIT_FLOOD_MINUTES: [1, 1440],
    LIMIT_WORK_SECONDS: [1, 3600],
    LIMIT_HEADER_SECONDS: [1, 600],
    LIMIT_IDLE_SECONDS: [1, 3600],
  }).flatMap(([name, [min = 0, max = 0]]) =>
    [min - 1, max + 1].map((value): [string, string, string] => [
      name,
      String(value),
      `must be a whole number from ${min} to ${max}`,
    ]),
  ),
];

describe("a wrong value", () => {
  it.each(wrong)("of %s, %s, is named in one line", (name, value, message) => {
    const fault = faultOf({
      ADMIN_EMAIL: "owner@example.com",
      ADMIN_PASSWORD: "a long enough password",
      [name]: value,
    });
    expect(fault).toBe(`${name} ${message}`);
  });

  it.each(["DATABASE_URL", "DATABASE_READ_URL"])("of %s is not shown: it may hold a password", (name) => {
    for (const scheme of ["mysql", "postgres"])
      expect(faultOf({ [name]: `${scheme}://desk:secret@db.example.com` })).not.toContain("secret");
  });

  it("is named by what works on the embedded store alone", () => {
    expect(() => embeddedOnly(readConfig({ DATABASE_URL: "postgres://db.example.com/desk" }), "accept-damage")).toThrow(
      "accept-damage works on the embedded store alone",
    );
  });

  it("is named with every other", () => {
    expect(faultOf({ PORT: "x", LOG_LEVEL: "x" })).toMatch(/^PORT .*; LOG_LEVEL /);
  });

  it.each([
    ["ADMIN_EMAIL", "owner@example.com", "ADMIN_PASSWORD, the first owner's password"],
    ["ADMIN_PASSWORD", "a long enough password", "ADMIN_EMAIL, the first owner's address"],
  ])("is %s without the other", (name, value, other) => {
    const fault = faultOf({ [name]: value });
    expect(fault).toBe(`${name} is set without ${other}; set both, or neither to get a one-time link`);
  });

  it.each(["short", "p".repeat(1025)])("of ADMIN_PASSWORD is never shown", (ADMIN_PASSWORD) => {
    const fault = faultOf({ ADMIN_EMAIL: "owner@example.com", ADMIN_PASSWORD });
    expect(fault).toMatch(/^ADMIN_PASSWORD /);
    expect(fault).not.toContain(ADMIN_PASSWORD);
  });
});

describe("a secret in a file", () => {
  const dir = mkdtempSync(join(tmpdir(), "front-desk-secrets-"));
  afterAll(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "secret");
  const ADMIN_EMAIL = "owner@example.com";

  it.each([
    ["ADMIN_PASSWORD", "a long enough password", (config: Config) => config.firstOwner?.password],
    ["BACKUP_PASSPHRASE", "a long enough passphrase", (config: Config) => config.backup.server.secrets.passphrase],
    ["DATABASE_URL", "postgres://desk:secret@db.example.com/desk", (config: Config) => config.database?.url],
    ["DATABASE_READ_URL", "postgres://desk:secret@replica/desk", (config: Config) => config.database?.readUrl],
    ["METRICS_TOKEN", "a-token-of-the-tests", (config: Config) => config.metrics?.token],
  ])("is %s, up to a last line break", (name, secret, read) => {
    for (const end of ["", "\n", "\r\n"]) {
      writeFileSync(file, secret + end);
      expect(
        read(
          readConfig({
            ADMIN_EMAIL,
            ...(name === "DATABASE_READ_URL" && { DATABASE_URL: "postgres://db.example.com/desk" }),
            ADMIN_PASSWORD: name === "ADMIN_PASSWORD" ? "" : "another password",
            [`${name}_FILE`]: file,
          }),
        ),
      ).toBe(secret);
    }
    const set = { [name]: secret, [`${name}_FILE`]: file };
    expect(faultOf(set)).toBe(`${name} and ${name}_FILE cannot be set together`);
    expect(faultOf({ [`${name}_FILE`]: dir })).toBe(`${name}_FILE: the file ${dir} cannot be read`);
    writeFileSync(file, "\n");
    expect(faultOf({ [`${name}_FILE`]: file })).toBe(`${name}_FILE: the file ${file} is empty`);
    writeFileSync(file, "short");
    const fault = faultOf({ ADMIN_EMAIL, [`${name}_FILE`]: file });
    expect(fault).toMatch(`${name}_FILE: the text in ${file} must `);
    expect(fault).not.toContain("short");
  });

  it("is warned of under a misspelt name", () => {
    expect(warningsOf(readConfig({}), { METRICS_TOKEN_FLE: file })).toEqual([
      "METRICS_TOKEN_FLE is no setting, and has no effect; is METRICS_TOKEN_FILE meant?",
    ]);
  });
});

describe("SITE_CONFIG", () => {
  const dir = mkdtempSync(join(tmpdir(), "front-desk-config-"));
  afterAll(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "site.json");
  function write(content: unknown): { SITE_CONFIG: string } {
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return { SITE_CONFIG: file };
  }

  it("changes what it names and leaves the rest as it is", () => {
    const { site } = readConfig(
      write({ brands: { home: { name: "Maidan", color: "#007755" } }, figures: { users: "1" } }),
    );
    const defaults = siteSchema.parse({});
    expect(site.brands).toEqual({
      home: { ...defaults.brands.home, name: "Maidan", color: "#007755" },
      contact: defaults.brands.contact,
    });
    expect(site.figures).toEqual({ ...defaults.figures, users: "1" });
    expect(site.legal).toEqual(defaults.legal);
  });

  it.each([
    ["is missing", () => ({ SITE_CONFIG: join(dir, "nowhere.json") }), "cannot be read"],
    ["is a folder", () => ({ SITE_CONFIG: dir }), "cannot be read"],
    ["is no JSON", () => write("{ 'a': 1 }"), "is not valid JSON"],
    ["is empty", () => write(""), "is not valid JSON"],
    ["is a list", () => write([]), "expected object"],
    ["has an unknown key", () => write({ brand: {} }), 'Unrecognized key: "brand"'],
    ["has an unknown key inside", () => write({ brands: { home: { colour: "#fff" } } }), "brands.home"],
    [
      "has a bad colour",
      () => write({ brands: { home: { color: "saffron" } } }),
      "brands.home.color: This must be a colour",
    ],
    [
      "has a short colour",
      () => write({ brands: { contact: { color: "#f93" } } }),
      "brands.contact.color: This must be",
    ],
    [
      "has a colour that says more",
      () => write({ brands: { home: { color: "#ff9933;}a{" } } }),
      "home.color: This must be",
    ],
    ["has a blank name", () => write({ brands: { home: { name: "  " } } }), "brands.home.name"],
    ["has no address for the support", () => write({ support: { email: "support" } }), "support.email"],
    [
      "has a helpline without https",
      () => write({ helplines: [{ name: "A", url: "http://a.example" }] }),
      "helplines.0.url",
    ],
    ["has no helpline", () => write({ helplines: [] }), "helplines"],
    ["keeps inquiries for no time", () => write({ legal: { retentionDays: 0 } }), "legal.retentionDays"],
    ["has a day that is none", () => write({ legal: { termsUpdated: "2026-02-30" } }), "legal.termsUpdated"],
    [
      "has a picture from elsewhere",
      () => write({ picture: "http://pictures.example/og.png" }),
      "picture: This must be",
    ],
  ])("that %s is named in one line", (_what, env, message) => {
    const fault = faultOf(env());
    expect(fault).toMatch(/^SITE_CONFIG: /);
    expect(fault).toContain(message);
    expect(fault).toContain(env().SITE_CONFIG);
  });
});
