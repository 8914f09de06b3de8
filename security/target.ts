import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificate, startTlsProxy } from "./tls-proxy.ts";
import { freePort } from "../src/server/testing-program.ts";

/** A running server of the product, and what the scanners need to know about it. */
export interface Target {
  /** Origin with http, as the server listens behind its proxy. */
  origin: string;
  /** https, as visitors see it. */
  secureOrigin: string;
  /** The path of the certificate. */
  cert: string;
  /** The build that runs, for its command-line programs. */
  dist: string;
  /** A folder for files of the scanners; the store is in its `data`. */
  dir: string;
  /** The path of a private page. */
  receipt: string;
  owner: { email: string; password: string };
  /** Signs in as the owner and gives the value of a `cookie` header. Each call makes a new session. */
  signIn(): Promise<string>;
  /** The server's console output. */
  output(): string;
  /** Starts another new server with the same build and settings. */
  another(): Promise<Target>;
  stop(): Promise<void>;
}

/** Lifts all rate limits: the scanners send more than any visitor. */
const lifted = {
  LIMIT_INQUIRIES_PER_MINUTE: "0",
  LIMIT_INQUIRY_BURST: "0",
  LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0",
  LIMIT_REQUESTS_PER_SECOND: "0",
  LIMIT_REQUEST_BURST: "0",
  LIMIT_CONNECTIONS_PER_NETWORK: "0",
  LIMIT_PASSWORD_QUEUE: "10000",
  LIMIT_SIGN_IN_TRIES: "1000",
  LIMIT_PROOF_MINUTES: "1440",
};

/** Starts the built server on loopback with a new store, behind a TLS proxy. `dist` is the build. */
export async function startTarget(options: { dist?: string; env?: Record<string, string> } = {}): Promise<Target> {
  const dir = await mkdtemp(join(tmpdir(), "front-desk-security-"));
  const owner = { email: "owner@example.com", password: "a long made-up password" };
  const certificate = makeCertificate(dir);
  let origin: string | undefined;
  const proxy = await startTlsProxy({ ...certificate, to: () => new URL(origin ?? "http://localhost:1") });
  const dist = options.dist ?? join(import.meta.dirname, "../dist");
  const port = await freePort();
  const server = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", join(dist, "server/main.js")], {
    env: {
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      PUBLIC_URL: proxy.origin,
      TRUST_PROXY: "loopback",
      DATA_DIR: join(dir, "data"),
      LOG_LEVEL: "error",
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      ...lifted,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));

  async function stop() {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, "close");
      const kill = setTimeout(() => server.kill("SIGKILL"), 10_000);
      server.kill("SIGTERM");
      await ended;
      clearTimeout(kill);
    }
    await proxy.close();
    await rm(dir, { recursive: true, force: true });
  }

  const address = `http://127.0.0.1:${port}`;
  const json = { "content-type": "application/json", "x-forwarded-proto": "https" };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(address + path, { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) });
  async function signIn(): Promise<string> {
    const response = await post("/api/session", owner);
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
    if (cookie === undefined) throw new Error(`no session: ${response.status} ${await response.text()}`);
    return cookie;
  }

  try {
    // Printed once the owner exists.
    for (const deadline = Date.now() + 60_000; !output.includes("The site is at");) {
      if (Date.now() > deadline || server.exitCode !== null) throw new Error(`the server did not start: ${output}`);
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
    origin = address;
    const cookie = await signIn();
    for (const [type, value] of channels) {
      await post("/api/contacts", { type, value, isActive: true, proof: "Answers within a day" }, { cookie });
    }
    const inquiry = {
      name: "Asha Example",
      phone: "+91 90000 00009",
      email: "asha@example.com",
      city: "Jaipur",
      query: "?",
    };
    const sent: unknown = await (await post("/api/contact-inquiries", inquiry)).json();
    const receipt = /\/receipt\?key=[\w-]+/.exec(JSON.stringify(sent))?.[0] ?? "/receipt?key=x";
    return {
      origin,
      secureOrigin: proxy.origin,
      cert: certificate.cert,
      dist,
      dir,
      receipt,
      owner,
      signIn,
      output: () => output,
      another: () => startTarget(options),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const channels = [
  ["whatsapp", "+91 90000 00001"],
  ["telegram", "https://t.me/saffron_example"],
  ["phone", "1800 000 0000"],
  ["instagram", "@saffron.example"],
  ["website", "https://example.com"],
] as const;
