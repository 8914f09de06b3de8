import { say } from "#copy/server/say.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { createRowSum, sameSum, type TableSum } from "../store/transfer/tables.ts";
import type { BackupTurn } from "../store/postgres/backing-up.ts";
import type { DumpReader, OnRow } from "../store/postgres/fill-restored.ts";
import { outsideError } from "../store/files/stored-files.ts";
import { namedFiles, type NamedFiles, type NamedRow } from "../store/restored.ts";
import { fileSource } from "./backed-files.ts";
import { BackupError } from "./backup-error.ts";
import type { Progress } from "./progress.ts";
import type { StoreCopy } from "./manifest.ts";

/** PostgreSQL's client programs (https://www.postgresql.org/docs/15/app-pgdump.html) and their target database. */
export interface PostgresPrograms {
  /** Runs `pg_dump`. @throws BackupError with the first line of its error output */
  dump(args: readonly string[]): Promise<void>;
  /**
   * Streams the text that `pg_restore` makes of a dump file. It gets no database: a dump may hold any SQL, which nobody
   * runs.
   */
  read<T>(args: readonly string[], use: (stream: AsyncIterable<Buffer>) => Promise<T>): Promise<T>;
}

type Program = "pg_dump" | "pg_restore";

/** PostgreSQL 14 is the oldest supported version. */
const debian = "postgresql-client";

/**
 * Finds the programs in `folder` or, without one, on PATH. They must not be older than the server.
 * @throws BackupError with what to install
 */
export async function findPrograms(
  url: string,
  folder: string | undefined,
  serverVersion: number,
): Promise<PostgresPrograms> {
  const places = { pg_dump: find("pg_dump", folder), pg_restore: find("pg_restore", folder) };
  let newer: number | undefined;
  for (const [name, path] of Object.entries(places)) {
    const version = await versionOf(path);
    if (version < serverVersion)
      throw new BackupError(
        say("dump.old-program", {
          path,
          version,
          server: serverVersion,
          program: name,
          package: `${debian}-${serverVersion}`,
        }),
      );
    if (version > serverVersion) newer = version;
  }
  const { dbname, env } = connectionOf(url);

  async function run<T>(
    program: Program,
    args: readonly string[],
    use: (child: ChildProcess & { stdout: NodeJS.ReadableStream }) => Promise<T>,
  ): Promise<T> {
    const child = spawn(places[program], args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "close");
    const complaint = text(child.stderr);
    try {
      const result = await use(child);
      const [code, signal] = await ended;
      if (code === 0) return result;
      const why = firstLine(await complaint) || say("dump.ended", { code: String(signal ?? code ?? "unknown") });
      throw new BackupError(
        newer === undefined
          ? say("dump.failed", { program, why })
          : say("dump.failed-newer", { program, why, version: newer, server: serverVersion }),
      );
    } finally {
      child.kill("SIGKILL");
    }
  }

  return {
    dump: (args) => run("pg_dump", [...args, `--dbname=${dbname}`], async (child) => void child.stdout.resume()),
    // Each chunk is a Buffer, since stdout is a pipe.
    read: (args, use) => run("pg_restore", args, (child) => use(child.stdout as AsyncIterable<Buffer>)),
  };
}

function find(program: Program, folder: string | undefined): string {
  const folders = folder === undefined ? (process.env["PATH"] ?? "").split(delimiter).filter(Boolean) : [folder];
  const found = folders.map((each) => join(each, program)).find(isExecutable);
  if (found !== undefined) return found;
  throw new BackupError(
    folder === undefined
      ? say("dump.no-program", { program, package: debian })
      : say("dump.not-in-folder", { program, path: folder }),
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function versionOf(path: string): Promise<number> {
  const child = spawn(path, ["--version"], { stdio: ["ignore", "pipe", "ignore"] });
  const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(said) ?? [];
  if (major === undefined) throw new BackupError(say("dump.no-version", { path }));
  return Number(major);
}

/** The URL without its password, which is passed in the environment: arguments are visible in the process list. */
function connectionOf(url: string): { dbname: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = address.searchParams.get("password") ?? decodeURIComponent(address.password);
  address.password = "";
  // Options that only the driver knows; with `require`, libpq does not check the certificate.
  for (const name of ["password", "uselibpqcompat"]) address.searchParams.delete(name);
  if (address.searchParams.get("sslmode") === "no-verify") address.searchParams.set("sslmode", "require");
  const env = { ...process.env, PGAPPNAME: "front-desk-tool", LC_ALL: "C" };
  return { dbname: address.href, env: password === "" ? env : { ...env, PGPASSWORD: password } };
}

/** Later lines may quote data. */
const firstLine = (said: string) => said.trim().split("\n")[0] ?? "";

/** File name of the dump in a backup. */
export const dumpName = "front-desk.dump";

/**
 * Dumps one snapshot of the store into the folder `staging` while instances keep writing, then compares each table of
 * the dump with the database at that snapshot.
 * @throws BackupError
 */
export async function dumpPostgres(
  { url, programs: folder }: { url: string; programs?: string | undefined },
  turn: BackupTurn,
  staging: string,
  progress: Progress,
): Promise<StoreCopy> {
  const programs = await findPrograms(url, folder, turn.serverVersion);
  const file = join(staging, dumpName);
  progress("Copying the store");
  const { facts, sums, named } = await turn.hold(async (store) => {
    const { snapshot, schema, migrations, accepted } = store;
    const options = ["--format=custom", "--no-owner", "--no-privileges", `--schema=${quoted(schema)}`];
    const dumping = programs.dump([...options, `--snapshot=${snapshot}`, `--file=${file}`]);
    const reading = async () => ({ sums: await store.sums(), named: await store.files() });
    const [found] = await Promise.all([reading(), dumping]);
    return { facts: { migrations, accepted }, ...found };
  });
  if (named.files.size > 0 && turn.files === null) throw outsideError();
  progress("Checking the copy");
  compareDump(sums, await sumDump(programs, file));
  const tables = Object.entries(sums);
  return {
    file: dumpName,
    files: [...named.files].map(([name, { bytes, sha256 }]) => ({ name, bytes, sha256 })),
    named,
    ...(turn.files !== null && { source: fileSource(turn.files, staging, turn.stillNamed) }),
    engine: "postgresql",
    ...facts,
    rows: Object.fromEntries(tables.map(([name, { rows }]) => [name, rows])),
    sums: Object.fromEntries(tables.map(([name, { sum }]) => [name, sum])),
  };
}

/** @throws BackupError if a table of the dump differs from the expected one */
export function compareDump(expected: Record<string, TableSum>, found: ReadonlyMap<string, TableSum>): void {
  for (const [name, sum] of Object.entries(expected)) {
    const there = found.get(name);
    if (there === undefined || !sameSum(sum, there))
      throw new BackupError(say("dump.other-rows", { table: name, found: there?.rows ?? 0, expected: sum.rows }));
  }
  const [indexed, inquiries] = [found.get("inquiry_gram")?.rows ?? 0, expected["inquiry"]?.rows ?? 0];
  if (indexed !== inquiries) throw new BackupError(say("dump.other-search", { found: indexed, expected: inquiries }));
}

/** Quotes a name as a `pg_dump` pattern that matches only that name. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The row count and checksum of each table in a dump. @throws BackupError */
export async function sumDump(programs: PostgresPrograms, file: string): Promise<Map<string, TableSum>> {
  const sums = new Map<string, TableSum>();
  await readDump(programs, ["--data-only", file], {
    table(name) {
      if (sums.has(name)) throw new BackupError(say("dump.table-twice", { table: name }));
      const { add, total } = createRowSum();
      sums.set(name, total);
      return add;
    },
  });
  return sums;
}

/** The inquiries that were erased before the dump. @throws BackupError */
export async function erasedIn(programs: PostgresPrograms, file: string): Promise<Set<string>> {
  const erased = new Set<string>();
  await readDump(programs, ["--data-only", "--table=erasure", file], {
    table(_name, columns) {
      const place = columns.indexOf("inquiry_id");
      return (values) => void erased.add(String(values[place]));
    },
  });
  return erased;
}

/** The files outside of the database that a dump names. @throws BackupError */
export async function filesIn(programs: PostgresPrograms, file: string): Promise<NamedFiles> {
  const references = new Map<string, string>();
  const rows: Array<Omit<NamedRow, "reference"> & { inquiryId: string }> = [];
  await readDump(programs, ["--data-only", "--table=inquiry", "--table=attachment", file], {
    table(name, columns) {
      const valueOf = (values: ReadonlyArray<string | null>, column: string) => values[columns.indexOf(column)] ?? null;
      if (name === "inquiry")
        return (values) => void references.set(String(valueOf(values, "id")), String(valueOf(values, "reference")));
      if (!columns.includes("stored_as")) return undefined;
      return (values) => {
        const storedAs = valueOf(values, "stored_as");
        if (storedAs === null) return;
        const [hash, size] = [valueOf(values, "content_hash"), valueOf(values, "size")];
        rows.push({ storedAs, hash, size, inquiryId: String(valueOf(values, "inquiry_id")) });
      };
    },
  });
  return namedFiles(rows.map(({ inquiryId, ...row }) => ({ ...row, reference: references.get(inquiryId) ?? "" })));
}

/**
 * Reads rows from the COPY statements that `pg_restore` prints (https://www.postgresql.org/docs/15/sql-copy.html), and
 * the numbers of sequences. All other text is left out.
 */
export async function readDump(programs: PostgresPrograms, args: readonly string[], reader: DumpReader): Promise<void> {
  await programs.read(["--file=-", ...args], async (stream) => {
    let table: { onRow: OnRow | undefined; order: number[] } | undefined;
    for await (const line of linesOf(stream)) {
      if (table === undefined) {
        const [, sequence, last] =
          /^SELECT pg_catalog\.setval\('(?:\S+\.)?(\w+)', (\d{1,15}), true\);$/.exec(line) ?? [];
        if (sequence !== undefined) reader.sequence?.(sequence, Number(last));
        const [, name, list] = /^COPY (?:\S+\.)?"?(\w+)"? \((.*)\) FROM stdin;$/.exec(line) ?? [];
        if (name === undefined || list === undefined) continue;
        const columns = list.split(", ").map((column) => column.replaceAll('"', ""));
        const sorted = columns.toSorted();
        const onRow = await reader.table(name, sorted);
        table = { onRow, order: sorted.map((column) => columns.indexOf(column)) };
      } else if (line === "\\.") table = undefined;
      else if (table.onRow !== undefined) {
        const fields = line.split("\t");
        if (fields.length !== table.order.length) throw new BackupError(say("dump.wrong-fields"));
        // Waiting for each row takes longer than reading it.
        const taken = table.onRow(table.order.map((place) => cell(fields[place])));
        if (taken !== undefined) await taken;
      }
    }
    if (table !== undefined) throw new BackupError(say("dump.cut-off"));
  });
}

const escapes = new Map(Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }));

function cell(field = ""): string | null {
  if (field === "\\N") return null;
  return field.includes("\\")
    ? field.replaceAll(/\\(.)/gs, (_, letter: string) => escapes.get(letter) ?? letter)
    : field;
}

/** The longest row in characters: no column of ours comes near it. */
const maxLine = 64 * 1024 * 1024;

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const [first = "", ...lines] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first);
    length += first.length;
    if (length > maxLine) throw new BackupError(say("dump.long-row"));
    for (const line of lines) {
      yield parts.join("");
      parts = [line];
      ({ length } = line);
    }
  }
}
