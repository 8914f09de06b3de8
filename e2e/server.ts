import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { exampleSite } from "#contract/site/example-site.ts";
import { isDeepStrictEqual } from "node:util";
import { test as base } from "@playwright/test";
import type { TeamChannel, ChannelInput, TeamChannelList } from "#contract/channels/channel.ts";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";
import { askStore, keepStoresIn, provideStore, removeStore, type StoreEngine } from "./store.ts";

/** A channel in a test: active and without a description by default. */
export type GivenChannel = Pick<ChannelInput, "type" | "value"> & Partial<ChannelInput>;

export interface FrontDesk {
  origin: string;
  dataDir: string;
  /** Environment that makes another program open the same store. */
  storeEnv: Record<string, string>;
  owner: { email: string; password: string };
  /** A call as the owner, without a browser; throws if it does not succeed. */
  call<Answer>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Replaces the team's whole list, in this order. */
  setChannels(channels: readonly GivenChannel[]): Promise<TeamChannel[]>;
  /** The stored inquiries, oldest first. */
  inquiries(): Promise<Inquiry[]>;
  /** Runs a statement directly on the server's store; returns its rows. */
  askStore(statement: string): Promise<Array<Record<string, unknown>>>;
  /** The server's console output. */
  output(): string;
  stop(): Promise<void>;
  /** Kills it as a power cut would; its store stays until `stop`. */
  kill(): Promise<void>;
}

let siteFile: Promise<string> | undefined;

async function writeSite(): Promise<string> {
  const file = path.join(tmpdir(), `front-desk-e2e-site-${process.pid}.json`);
  await writeFile(file, JSON.stringify(exampleSite));
  return file;
}

/**
 * Starts the built server on a free port with a new store, unless `env` names them; `env` extends its environment.
 * `under` is a program that runs it, with its arguments.
 */
export async function startServer(env: Record<string, string> = {}, under: readonly string[] = []): Promise<FrontDesk> {
  const dataDir = env["DATA_DIR"] ?? (await mkdtemp(path.join(tmpdir(), "front-desk-e2e-")));
  // The owner's figures and address, which are not there by default. Each worker writes a file of its own, once: a
  // server that starts meanwhile would read half of it.
  siteFile ??= writeSite();
  const storeEnv = await provideStore(dataDir);
  const owner = { email: "owner@example.com", password: "a long made-up password" };
  const [program, ...args] = [...under, process.execPath, "dist/server/main.js"];
  const server = spawn(program, args, {
    env: {
      NODE_ENV: "production",
      PORT: "0",
      LOG_LEVEL: "warn",
      // All journeys share one address, and send more than real visitors would.
      LIMIT_INQUIRIES_PER_MINUTE: "0",
      LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0",
      LIMIT_REQUESTS_PER_SECOND: "0",
      // Tests type faster than people.
      LIMIT_FORM_SECONDS: "0",
      // No response is left to send when tests stop it.
      LIMIT_DRAIN_SECONDS: "0",
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      SITE_CONFIG: await siteFile,
      ...env,
      ...storeEnv,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const stop = async () => {
    await end(server);
    // A given folder belongs to the caller, who may start another server on it.
    if (env["DATA_DIR"] === undefined) await removeStore(dataDir);
  };

  let origin: string;
  try {
    origin = await firstMatch(server, /The site is at (http:\S+?)\/ /, () => output);
  } catch (error) {
    await stop();
    throw error;
  }

  let cookie: string | undefined;
  const send = (method: string, at: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/${at}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  async function call<Answer>(
    method: string,
    at: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    let response = await send(method, at, body, headers);
    if (response.status === 401) {
      const session = await send("POST", "session", owner);
      cookie = session.headers.getSetCookie()[0]?.split(";")[0];
      response = await send(method, at, body, headers);
    }
    // Repeats a call that requires step-up, if the sign-in is too old.
    if (response.status === 403 && (await needsStepUp(response.clone()))) {
      await send("POST", "session/proof", { password: owner.password });
      response = await send(method, at, body, headers);
    }
    if (!response.ok) throw new Error(`${method} ${at} answered ${response.status}: ${await response.text()}`);
    // The server's own tests check its responses against the contract.
    return (await response.json()) as Answer;
  }

  return {
    origin,
    dataDir,
    storeEnv,
    owner,
    call,
    async setChannels(given) {
      // Shows again what another test of this server hid.
      await call("PUT", "contacts/hidden", { hidden: false });
      const wanted = given.map((channel) => ({ isActive: true, proof: "", hours: null, ...channel }));
      const { contacts: old } = await call<TeamChannelList>("GET", "contacts");
      // Skips an unchanged list: most tests of a file use the same one.
      if (
        isDeepStrictEqual(
          old.map(({ _id, ...channel }) => channel),
          wanted,
        )
      )
        return old;
      for (const { _id } of old) await call("DELETE", `contacts/${_id}`);
      const added: TeamChannel[] = [];
      for (const channel of wanted) added.push(await call<TeamChannel>("POST", "contacts", channel));
      return added;
    },
    async inquiries() {
      const rows = await askStore(
        dataDir,
        "select name, phone, email, city, query from inquiry order by created_at, number",
      );
      // The columns of the query.
      return rows as unknown as Inquiry[];
    },
    askStore: (statement) => askStore(dataDir, statement),
    output: () => output,
    stop,
    async kill() {
      server.kill("SIGKILL");
      await end(server);
    },
  };
}

async function needsStepUp(response: Response): Promise<boolean> {
  const problem: unknown = await response.json();
  return typeof problem === "object" && problem !== null && "needs" in problem && problem.needs === "proof";
}

/** The first group of `pattern` in the server's output. */
async function firstMatch(server: ChildProcess, pattern: RegExp, output: () => string): Promise<string> {
  // A start takes 2 s alone, but a busy machine may leave it little CPU.
  const deadline = AbortSignal.timeout(45_000);
  for (;;) {
    const found = pattern.exec(output())?.[1];
    if (found !== undefined) return found;
    const ended = server.exitCode !== null || server.signalCode !== null;
    if (ended || server.stdout === null || deadline.aborted) throw new Error(`the server did not start: ${output()}`);
    await Promise.race([
      once(server.stdout, "data", { signal: deadline }).catch(() => undefined),
      once(server, "close").catch(() => undefined),
    ]);
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const closed = once(server, "close");
  const kill = setTimeout(() => server.kill("SIGKILL"), 5000);
  server.kill("SIGTERM");
  await closed;
  clearTimeout(kill);
}

/**
 * Each worker has its own server, which `page.goto("/")` opens. For another environment, a file calls `test.use({
 * environment })`.
 */
export const test = base.extend<
  object,
  { engine: StoreEngine; environment: Record<string, string>; onEngine: void; server: FrontDesk }
>({
  // Set by each project of `playwright.config.ts`.
  engine: ["sqlite", { option: true, scope: "worker" }],
  environment: [{}, { option: true, scope: "worker" }],
  // Runs before all other fixtures.
  onEngine: [
    async ({ engine }, use) => {
      keepStoresIn(engine);
      await use();
    },
    { auto: true, scope: "worker" },
  ],
  server: [
    async ({ environment }, use) => {
      const server = await startServer(environment);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
});

export { expect } from "@playwright/test";
