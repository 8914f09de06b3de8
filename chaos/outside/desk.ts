import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { valueOf } from "#server/metrics/testing.ts";
import { freePort } from "../../src/server/testing-program.ts";
import { owner, type Server, type ServerOptions, sleep, spawnServer } from "../lib/server.ts";

export type Desk = Awaited<ReturnType<typeof openDesk>>;

const metricsToken = "a-token-of-the-chaos-tests";
const agent = { email: "agent@example.com", password: "another made-up password" };

/** No deliveries, and no incoming mail. */
const noSettings = { retentionDays: 180, acknowledge: false, says: "reference", mail: null, webhook: null };

/** A running desk with an owner and an agent, and what each of them and the operators see of it. */
export async function openDesk(
  // `aheadMs`: how far its clock is ahead from the start.
  options: Pick<ServerOptions, "dist" | "env" | "under" | "uid"> & { aheadMs?: number },
) {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-outside-"));
  const dataDir = join(folder, "data");
  const clock = join(folder, "clock");
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(clock, String(options.aheadMs ?? 0));
  if (options.uid !== undefined) for (const each of [folder, dataDir]) chownSync(each, options.uid, options.uid);
  const port = await freePort();
  const env = {
    LOG_LEVEL: "info",
    METRICS_TOKEN: metricsToken,
    WEBHOOK_PRIVATE_HOSTS: "127.0.0.1,hook.desk.test",
    MAIL_PLAIN_HOSTS: "mail.desk.test",
    CHAOS_CLOCK: clock,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "settable-clock.ts")}`,
    ...options.env,
  };
  const spawn = (under = options.under) =>
    spawnServer({ ...options, dataDir, port, env, ...(under === undefined ? {} : { under }) });
  let server = spawn();
  const cookies = { owner: "", agent: "" };

  async function call<T>(who: "owner" | "agent" | "nobody", method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${server.origin}/api/${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(who === "nobody" ? {} : { cookie: cookies[who] }),
        ...(method === "PUT" ? { "if-match": '"0"' } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
    if (path === "session" && cookie !== undefined) cookies[body === owner ? "owner" : "agent"] = cookie;
    return (await response.json()) as T;
  }

  async function signIn(): Promise<void> {
    await call("nobody", "POST", "session", owner);
    await call("nobody", "POST", "session", agent);
  }

  /** Requests an address as a member, for responses that are no JSON or may fail. */
  async function read(who: "owner" | "agent", path: string) {
    const response = await fetch(`${server.origin}/api/${path}`, {
      headers: { cookie: cookies[who] },
      signal: AbortSignal.timeout(60_000),
    });
    const { status, headers } = response;
    return { status, retryAfter: headers.get("retry-after"), text: await response.text() };
  }

  await server.untilReady();
  await call("nobody", "POST", "session", owner);
  const { link } = await call<{ link: string }>("owner", "POST", "members", { email: agent.email, role: "agent" });
  await call("nobody", "POST", "password", { token: link.split("=")[1], password: agent.password });
  await signIn();

  return {
    folder,
    dataDir,
    port,
    call,
    read,
    signIn,
    get server(): Server {
      return server;
    },

    /** Sets deliveries and incoming mail, once. */
    set: (settings: object) => call("owner", "PUT", "settings", { ...noSettings, telegram: null, ...settings }),

    /** Sets the clock of the server to be ahead of the real one, or behind. */
    async setClock(aheadMs: number): Promise<void> {
      writeFileSync(clock, String(aheadMs));
      await sleep(200);
    },

    /** A metric, as Prometheus reads it; undefined if it is missing. */
    async metric(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
      const headers = { authorization: `Bearer ${metricsToken}` };
      const response = await fetch(`${server.origin}/metrics`, { headers, signal: AbortSignal.timeout(30_000) });
      return valueOf(await response.text(), name, labels);
    },

    /** Returns whether the log has this. */
    logs: (text: string): boolean => server.output().includes(text),

    /** Starts the server again, after its end. */
    async restart(under?: readonly string[]): Promise<Server> {
      server = spawn(under);
      return server;
    },

    async close(): Promise<void> {
      server.child.kill("SIGKILL");
      await server.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves with what `read` gives once `isRight`, with the seconds that it took. @throws Error after `seconds` */
export async function until<T>(
  what: string,
  seconds: number,
  read: () => Promise<T>,
  isRight: (found: T) => boolean,
): Promise<{ found: T; after: number }> {
  const begun = performance.now();
  for (;;) {
    const found = await read();
    const after = (performance.now() - begun) / 1000;
    if (isRight(found)) return { found, after };
    if (after > seconds) throw new Error(`${what}: not within ${seconds} s, but ${JSON.stringify(found)}`);
    await sleep(100);
  }
}
