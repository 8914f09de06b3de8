import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { missingProgram, provideProgram } from "../../../../scripts/programs/debian.js";
import { makeBackup } from "../../backup/make-backup.ts";
import { openPostgresBackup } from "../../backup/restore/restore-postgres.ts";
import { readConfig } from "../../config.ts";
import { openMigrated, openStore } from "../../open-store.ts";
import { openSigning } from "../../signing/create-signing.ts";
import { newInquiry } from "../testing.ts";
import { transferStore } from "../transfer/transfer-store.ts";
import { onServer } from "./testing-server.ts";

/** Somebody with our signing key and passphrase makes the backups here: nothing but their contents can be checked. */
const { url } = inject("postgres");

let cwd: string;
let dataDir: string;
let source: string;
let target: string;
beforeAll(() => {
  for (const program of ["pg_dump", "pg_restore"]) {
    if (provideProgram(program, "postgresql-client") === undefined)
      throw new Error(missingProgram(program, "postgresql-client"));
  }
}, 600_000);
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-hostile-dump-"));
  dataDir = join(cwd, "data");
  [source, target] = [await newStore("in the dump"), await newStore("here before")];
  await openSigning({ dataDir, keyFile: undefined });
});
afterEach(() => rmSync(cwd, { recursive: true }));

const configOf = (database: string) => readConfig({ DATA_DIR: dataDir, DATABASE_URL: database, LOG_LEVEL: "silent" });

/** A database with a store of one member and one inquiry. */
async function newStore(query: string): Promise<string> {
  const name = `hostile_${randomUUID().replaceAll("-", "")}`;
  await onServer(`${url}/postgres`, (client) => client.query(`create database ${name}`));
  const database = `${url}/${name}`;
  const store = await openStore(configOf(database));
  await store.members.insert({ id: "asha", email: "asha@example.com", passwordHash: "", role: "agent" }, 1);
  await store.inquiries.insert(newInquiry({ ...goodInquiry, query }), [], 1);
  await store.close();
  return database;
}

const asked = (database: string, query: string) =>
  onServer(database, async (client) => (await client.query<Record<string, unknown>>(query)).rows);

const backup = (programs?: string) =>
  makeBackup({
    dataDir,
    folder: join(cwd, "backups"),
    key: { kind: "none" },
    keep: 9,
    days: 9,
    database: { url: source, programs },
  });

/** Restores the backup into a database. */
async function restore(name: string, database: string) {
  const accept = () => Promise.resolve();
  const place = { url: database, connections: 2, programs: undefined };
  const opened = await openPostgresBackup(dataDir, place, join(cwd, "backups", name), {
    secrets: {},
    admission: { admit: accept, admitKeyIn: accept, accepted: () => [] },
    openStore: () => openMigrated({ url: database, connections: 2 }),
  });
  await opened.putInPlace(() => Promise.resolve());
}

/** All that a schema holds beside rows, with definitions. */
const catalogOf = (database: string) =>
  asked(
    database,
    `select relname as name, relkind::text || relrowsecurity as what from pg_class
       where relnamespace = 'public'::regnamespace
     union all select tgname, pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on tgrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and not tgisinternal
     union all select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
     union all select typname, typtype::text from pg_type where typnamespace = 'public'::regnamespace
     union all select rulename, pg_get_ruledef(pg_rewrite.oid) from pg_rewrite join pg_class on ev_class = pg_class.oid
       where relnamespace = 'public'::regnamespace
     union all select polname, '' from pg_policy
     union all select conname, pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select attrelid::regclass || '.' || attname || coalesce(pg_get_expr(adbin, adrelid), ''),
         concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attcollation)
       from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0
         and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
     union all select relname || ' ' || grantee, privilege_type from pg_class, aclexplode(relacl)
       where relnamespace = 'public'::regnamespace and grantee <> relowner
     order by 1, 2`,
  );

it("a restore takes nothing but rows of the dump: no trigger, function, view, rule, policy, default, type or right", async () => {
  const clean = await catalogOf(target);
  await asked(
    source,
    `create function promote() returns trigger language plpgsql as $$ begin new.role = 'owner'; return new; end $$;
     create trigger promote before insert or update on member for each row execute function promote();
     create function drop_it() returns trigger language plpgsql security definer as $$ begin return null; end $$;
     create trigger drop_it before insert on inquiry for each row execute function drop_it();
     create or replace function audit_entry_grows() returns trigger language plpgsql as $$ begin return new; end $$;
     create rule hide as on update to saved_view do instead nothing;
     create view visitors as select name, phone, email from inquiry;
     create table more (role text);
     insert into more values ('owner');
     create type mood as enum ('sad');
     create policy none_of_it on inquiry using (false);
     alter table inquiry enable row level security;
     alter table inquiry force row level security;
     alter table member alter role set default 'owner';
     alter table outbox add check (kind <> 'alarm');
     drop index outbox_due;
     grant all on inquiry to public;
     alter default privileges grant all on tables to public`,
  );
  const { name } = await backup();
  await restore(name, target);
  expect(await catalogOf(target)).toEqual(clean);
  expect(await asked(target, "select query from inquiry")).toEqual([{ query: "in the dump" }]);
  expect(await asked(target, "select role from member")).toEqual([{ role: "agent" }]);
});

it("a restore runs no SQL of the dump", async () => {
  const programs = join(cwd, "bin");
  const ran = join(cwd, "ran");
  mkdirSync(programs);
  // Replaces the definition of a function in the dump's table of contents by as many bytes.
  writeFileSync(
    join(programs, "pg_dump"),
    `#!${process.execPath}
     const { execFileSync } = require("node:child_process"), { readFileSync, writeFileSync } = require("node:fs");
     const args = process.argv.slice(2);
     process.stdout.write(execFileSync(${JSON.stringify(provideProgram("pg_dump"))}, args));
     const path = args.find((arg) => arg.startsWith("--file="))?.slice(7);
     if (path !== undefined) {
       const dump = readFileSync(path);
       const at = dump.indexOf("CREATE FUNCTION public.audit_entry_grows()");
       if (at === -1) throw new Error("no such function");
       dump.write("create table public.owned (line text); copy public.owned from program 'tee ${ran}'; /*", at);
       dump.write("*/", dump.indexOf("$$;", at) + 1);
       writeFileSync(path, dump);
     }`,
  );
  writeFileSync(join(programs, "pg_restore"), `#!/bin/sh\nexec ${provideProgram("pg_restore")} "$@"\n`);
  for (const program of ["pg_dump", "pg_restore"]) chmodSync(join(programs, program), 0o700);
  const { name } = await backup(programs);
  expect(readFileSync(join(cwd, "backups", name)).includes("copy public.owned from program")).toBe(true);
  await restore(name, target);
  expect(existsSync(ran)).toBe(false);
  expect(await asked(target, "select where to_regclass('owned') is not null")).toEqual([]);
  expect(await asked(target, "select query from inquiry")).toEqual([{ query: "in the dump" }]);
});

it.each<[string, string, RegExp]>([
  [
    "a value of another type",
    "alter table member alter is_active drop default, alter is_active type text; update member set is_active = 'yes'",
    /table member of the dump holds a row/,
  ],
  [
    "a number out of range",
    "alter table member alter created_at type numeric; update member set created_at = 1e30",
    /table member of the dump holds a row/,
  ],
  [
    "a reference to nobody",
    "alter table passkey drop constraint passkey_member_id_fkey; insert into passkey values ('k', 'nobody', '', '', 0, '', 0)",
    /dump holds a row that no store/,
  ],
  [
    "two rows of one key",
    "alter table member drop constraint member_email_key_key; insert into member (id, email, email_key, password_hash, created_at) select 'b', email, email_key, '', 1 from member",
    /table member of the dump holds a row/,
  ],
  [
    "an empty field that must have a value",
    "alter table inquiry alter name drop not null; update inquiry set name = null",
    /table inquiry of the dump holds a row/,
  ],
  ["a column more", "alter table inquiry add paid text", /table inquiry of the dump has other columns/],
  ["a column less", "alter table inquiry drop city", /table inquiry of the dump has other columns/],
  [
    "a search index that is none",
    "drop index inquiry_gram_grams; alter table inquiry_gram alter grams type text; update inquiry_gram set grams = 'x'",
    /table inquiry_gram of the dump holds a row/,
  ],
])("a dump with %s is refused, and the present store stays as it is", async (_what, change, why) => {
  const before = await catalogOf(target);
  await asked(source, change);
  const { name } = await backup();
  await expect(restore(name, target)).rejects.toThrow(why);
  expect(await catalogOf(target)).toEqual(before);
  expect(await asked(target, "select query from inquiry")).toEqual([{ query: "here before" }]);
  expect(await asked(target, "select from pg_namespace where nspname ^@ 'replaced'")).toEqual([]);
  expect(readdirSync(dataDir).filter((file) => file.startsWith("replaced"))).toEqual([]);
});

it("a row that is longer than any of ours is refused while the dump is read", async () => {
  await asked(source, "update inquiry set query = repeat('x', 70000000)");
  await expect(backup()).rejects.toThrow("a row of the dump is longer than any that this program writes");
});

describe("while a stranger's role holds locks", () => {
  const role = `stranger_${randomUUID().slice(0, 8)}`;
  let others: Client[];
  /** A connection of a role that has this right alone. */
  const stranger = async (right: string, query: string) => {
    const address = new URL(target);
    await asked(target, `create role ${role} login password 'pw'; ${right.replace("$", role)}`);
    [address.username, address.password] = [role, "pw"];
    const client = new Client({ connectionString: address.href });
    others.push(client);
    await client.connect();
    await client.query(query);
  };
  beforeEach(() => {
    others = [];
    mkdirSync(join(cwd, "moved"));
  });
  afterEach(async () => {
    await Promise.all(others.map((client) => client.end()));
    await asked(target, `drop owned by ${role}; drop role ${role}`);
  });
  const allLocks = [1, 2, 3, 4, 5].map((each) => `select pg_advisory_lock(1717855603, ${each})`).join("; ");

  it("a restore over the store, and a move out of it, go on if it may only connect", async () => {
    const { name } = await backup();
    await stranger("select 1", allLocks);
    await restore(name, target);
    expect(await asked(target, "select query from inquiry")).toEqual([{ query: "in the dump" }]);
    await transferStore(
      { engine: "postgresql", url: target },
      { engine: "sqlite", dataDir: join(cwd, "moved") },
      () => {},
    );
    expect(existsSync(join(cwd, "moved", "front-desk.sqlite"))).toBe(true);
  });

  it("a restore ends, names the role and changes nothing if it may read and keeps a table open", async () => {
    const { name } = await backup();
    await stranger("grant select on inquiry to $", "begin; select from inquiry");
    await expect(restore(name, target)).rejects.toThrow(`table of the store open (the role ${role}, process`);
    await Promise.all(others.splice(0).map((client) => client.end()));
    expect(await asked(target, "select query from inquiry")).toEqual([{ query: "here before" }]);
    await restore(name, target);
    expect(await asked(target, "select query from inquiry")).toEqual([{ query: "in the dump" }]);
  });

  it("a move reads the store while it keeps a table open", async () => {
    await stranger("grant select on inquiry to $", `begin; select from inquiry; ${allLocks}`);
    await transferStore(
      { engine: "postgresql", url: target },
      { engine: "sqlite", dataDir: join(cwd, "moved") },
      () => {},
    );
    expect(existsSync(join(cwd, "moved", "front-desk.sqlite"))).toBe(true);
  });
});
