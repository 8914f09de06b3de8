import { spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { provideProgram } from "../scripts/programs/debian.js";
import { goodInquiry } from "../src/server/testing-api.ts";
import { startPostgres } from "../src/server/store/postgres/testing-server.ts";
import { freePort, startServer } from "../src/server/testing-program.ts";
import { fileOf } from "./checks.ts";

/** Each takes some 5 s. For a measurement: `ROLLING_RESTARTS=10 LOAD_EVERY_MS=4`. */
const restarts = Number(process.env["ROLLING_RESTARTS"] ?? 1);
const everyMs = Number(process.env["LOAD_EVERY_MS"] ?? 20);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-rolling-"));
  const made = spawnSync("openssl", [
    ..."req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=desk.example.com".split(" "),
    ..."-addext subjectAltName=DNS:desk.example.com".split(" "),
    ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
  ]);
  expect(made.status).toBe(0);
  // The workers of nginx run as another user.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The shipped configuration of each proxy, on other ports and for two instances; and how to run it. */
const proxies = {
  nginx(ports: readonly number[], https: number, http: number): string[] {
    const config = (fileOf("nginx.conf") + fileOf("nginx-tls.conf"))
      .replaceAll("/etc/letsencrypt/live/desk.example.com", folder)
      .replaceAll("/var/cache/nginx-front-desk", join(folder, "cache"))
      .replaceAll("/var/log/nginx", folder)
      .replaceAll(/listen \[::\].*;/g, "")
      .replace("listen 80;", `listen ${http};`)
      .replace("listen 443 ", `listen ${https} `)
      .replace(/ {2}server 127\.0\.0\.1:3000(.*);/, (_, more) =>
        ports.map((port) => `  server 127.0.0.1:${port}${more};`).join("\n"),
      );
    writeFileSync(join(folder, "site.conf"), config);
    const main = `daemon off;\npid ${folder}/pid;\nevents {}\nhttp { include ${folder}/site.conf; }\n`;
    writeFileSync(join(folder, "nginx.conf"), main);
    return ["-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")];
  },

  caddy(ports: readonly number[], https: number, http: number): string[] {
    const config = fileOf("Caddyfile")
      .replace(
        "desk.example.com {",
        `https://desk.example.com:${https} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
      )
      .replace("reverse_proxy 127.0.0.1:3000", `reverse_proxy ${ports.map((port) => `127.0.0.1:${port}`).join(" ")}`)
      // Changed as its comment about several instances says.
      .replace("lb_try_duration 10s", "lb_try_duration 10s\n\t\thealth_uri /readyz\n\t\thealth_interval 1s");
    writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n\thttp_port ${http}\n}\n${config}`);
    return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  },
};

/** Counts the responses by status; a connection that breaks counts as its error's code. */
function createLoad(port: number) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 50,
    servername: "desk.example.com",
    rejectUnauthorized: false,
  });
  const counts: Record<string, number> = {};
  const open = new Set<Promise<void>>();
  let sent = 0;
  const send = () =>
    new Promise<void>((resolve) => {
      sent += 1;
      const count = (outcome: string) => {
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        resolve();
      };
      // Neither is cached by a proxy.
      const [method, path] = sent % 2 === 0 ? ["POST", "/api/contact-inquiries"] : ["GET", "/api/openapi.json"];
      const headers = {
        host: "desk.example.com",
        ...(method === "POST" ? { "content-type": "application/json", "idempotency-key": randomUUID() } : {}),
      };
      const asked = request({ agent, port, host: "127.0.0.1", method, path, headers }, (response) => {
        response.resume().on("end", () => count(String(response.statusCode)));
      });
      asked.on("error", (error: NodeJS.ErrnoException) => count(error.code ?? error.message));
      asked.end(method === "POST" ? JSON.stringify(goodInquiry) : undefined);
    });
  const timer = setInterval(() => {
    const sending = send().finally(() => open.delete(sending));
    open.add(sending);
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    agent.destroy();
    return counts;
  };
}

describe.each(Object.entries(proxies))("behind %s", (name, configure) => {
  const program = provideProgram(name, name === "nginx" ? "nginx-light" : name);

  it.skipIf(program === undefined)(
    "rolling restarts of two instances fail no request",
    async () => {
      const cwd = mkdtempSync(join(folder, `${name}-`));
      const database = await startPostgres();
      const { privateKey } = generateKeyPairSync("ed25519");
      const keyFile = join(cwd, "signing-key");
      writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
      const ports = [await freePort(), await freePort()] as const;
      const https = await freePort();
      const env = {
        LOG_LEVEL: "silent",
        TRUST_PROXY: "loopback",
        DATABASE_URL: `${database.url}/postgres`,
        SIGNING_KEY_FILE: keyFile,
        LIMIT_DRAIN_SECONDS: "3",
        LIMIT_INQUIRIES_PER_MINUTE: "0",
        LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0",
        LIMIT_REQUESTS_PER_SECOND: "0",
      };
      const start = (port: number) =>
        startServer({ cwd, env: { ...env, PORT: String(port), DATA_DIR: join(cwd, String(port)) } });
      const servers = [await start(ports[0]), await start(ports[1])];
      const proxy = spawn(program ?? name, configure(ports, https, await freePort()), { stdio: "ignore" });
      try {
        await expect
          .poll(
            () =>
              fetch(`https://127.0.0.1:${https}`).then(
                () => "open",
                (error: Error) => String((error.cause as NodeJS.ErrnoException | undefined)?.code),
              ),
            { timeout: 60_000 },
          )
          .not.toMatch(/ECONNREFUSED/);
        const stop = createLoad(https);
        for (let round = 0; round < restarts; round += 1) {
          const which = round % 2;
          const server = servers[which]!;
          server.signal("SIGTERM");
          expect((await server.ended).code).toBe(0);
          servers[which] = await start(ports[which] ?? 0);
          // Longer than the interval of the health checks.
          await sleep(1500);
        }
        const counts = await stop();
        console.warn(`${name}: ${restarts} rolling restarts, responses by status: ${JSON.stringify(counts)}`);
        expect(Object.keys(counts).sort()).toEqual(["200", "201"]);
      } finally {
        proxy.kill("SIGTERM");
        await once(proxy, "exit");
        for (const server of servers) server.signal("SIGTERM");
        await Promise.all(servers.map(({ ended }) => ended));
        await database.stop();
      }
    },
    180_000 + restarts * 20_000,
  );
});
