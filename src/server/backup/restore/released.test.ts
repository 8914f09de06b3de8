import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";
import { createServices } from "#server/compose.ts";
import { readConfig } from "#server/config.ts";
import { openMigrated, openStore } from "#server/open-store.ts";
import { openSigning } from "#server/signing/create-signing.ts";
import { checkIntegrity } from "#server/store/integrity/integrity-check.ts";
import { pathOfFile } from "#server/store/files/file-folder.ts";
import { migrate } from "#server/store/migrate.ts";
import { sqliteFile } from "#server/store/open-database.ts";
import { createPostgresEngine } from "#server/store/postgres/engine.ts";
import { onServer } from "#server/store/postgres/testing-server.ts";
import { filesNamedBy } from "#server/store/restored.ts";
import { sqliteEngine } from "#server/store/sqlite/engine.ts";
import { openSqlite } from "#server/store/sqlite/open.ts";
import { isOnSqlite } from "#server/store/testing.ts";
import { openPostgresBackup } from "./restore-postgres.ts";
import { openBackup } from "./restore.ts";

// Each restore starts programs or syncs files, which may be slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/**
 * A backup of each released schema (`npm run backup` with BACKUP_UNENCRYPTED=true, then gzip), of a store with an
 * owner, a channel and an inquiry. `-without-schema` is from the first builds with checksums, which kept none of the
 * schema.
 */
const folder = join(import.meta.dirname, "released");
const engine = isOnSqlite() ? "sqlite" : "postgresql";
const released = readdirSync(folder).filter((name) => name.startsWith(engine));

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-released-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** An empty database. */
async function newDatabase() {
  const { url } = inject("postgres");
  const name = `released_${randomUUID().replaceAll("-", "")}`;
  await onServer(`${url}/postgres`, (client) => client.query(`create database ${name}`));
  return { url: `${url}/${name}`, connections: 2 };
}

function columnsOf(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const found = database.prepare(`select t.name as "table", c.name, c.type, c."notnull", c.pk, c.dflt_value
    from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table' order by 1, 2`);
  const columns = found.all();
  database.close();
  return columns;
}

/**
 * A backup of format 2 with a passphrase, which was made as the others, and has a file among those that backups share.
 * Only SQLite has such files.
 */
if (isOnSqlite())
  it("this version restores a backup of format 2 with the file that it shares with others", async () => {
    const dataDir = join(cwd, "data");
    const file = join(folder, "format-2/front-desk-2026-11-30T00-17-42Z.tar.age");
    const accept = () => Promise.resolve();
    const backup = await openBackup(dataDir, file, {
      secrets: { passphrase: "kept in a backup of format 2" },
      admission: { admit: accept, admitKeyIn: accept, accepted: () => [] },
      openStore: (staged) => openStore({ dataDir: staged }),
    });
    expect([backup.manifest.version, backup.lost.count]).toEqual([2, 0]);
    await backup.putInPlace(() => Promise.resolve());
    await backup.discard();
    const store = await openStore({ dataDir });
    try {
      const { rows } = await store.inbox.list({ search: "kept in a backup" }, { limit: 10 });
      expect(rows.map(({ name }) => name)).toEqual(["Asha Example"]);
    } finally {
      await store.close();
    }
    const names = [...filesNamedBy(sqliteFile(dataDir)).files.keys()];
    const contents = names.map((name) => readFileSync(join(dataDir, pathOfFile(name)), "utf8"));
    expect(contents).toEqual(["%PDF-1.4 kept in a backup of format 2\n%%EOF\n"]);
    expect(checkIntegrity(sqliteFile(dataDir)).problems).toEqual([]);
  });

it("there is a backup of each schema", () => {
  const { migrations } = isOnSqlite() ? sqliteEngine : createPostgresEngine(() => Promise.reject(new Error("unused")));
  // These were released together with the one after them.
  const together = [
    "0009-tags",
    "0010-snooze",
    "0011-incoming-mail",
    "0012-mentions",
    "0013-reports",
    "0014-attachments",
    "0016-language",
    "0017-api-tokens",
  ];
  // These get theirs with the release that brings them.
  const unreleased = [
    "0021-address-proof",
    "0022-locks",
    "0023-reply-proof",
    "0024-untaken-mail",
    "0025-undelivered",
    "0026-way-and-files",
    "0027-activity",
    "0028-own-settings",
    "0029-profile",
    "0030-drafts",
    "0033-bell",
    "0034-files",
    "0035-erasing",
  ];
  const others = [...together, ...unreleased];
  for (const name of Object.keys(migrations).filter((each) => !others.includes(each)))
    expect(released).toContain(`${engine}-${name}.tar.gz`);
});

it.each(released)("this version restores and opens %s", async (name) => {
  const dataDir = join(cwd, "data");
  const file = join(cwd, name.replace(".gz", ""));
  writeFileSync(file, gunzipSync(readFileSync(join(folder, name))));
  const accept = () => Promise.resolve();
  const opening = { secrets: {}, admission: { admit: accept, admitKeyIn: accept, accepted: () => [] } };
  const database = isOnSqlite() ? undefined : await newDatabase();
  const backup =
    database === undefined
      ? await openBackup(dataDir, file, { ...opening, openStore: (staged) => openStore({ dataDir: staged }) })
      : await openPostgresBackup(dataDir, { ...database, programs: undefined }, file, {
          ...opening,
          openStore: () => openMigrated(database),
        });
  await backup.putInPlace(() => Promise.resolve());
  await backup.discard();

  const config = readConfig({ DATA_DIR: dataDir, ...(database !== undefined && { DATABASE_URL: database.url }) });
  const store = await openStore(config);
  try {
    const services = await createServices(store, config, await openSigning({ dataDir, keyFile: undefined }));
    expect((await services.channels.poll(true)).alarm).toBeNull();
    expect((await services.channels.list()).map(({ value }) => value)).toEqual(["https://t.me/example_kept_desk"]);
    expect(services.signedMembers.alarm()).toBeNull();
    expect((await store.members.list()).map(({ email }) => email)).toEqual(["owner@example.com"]);
    await services.cleanUp.run();
    const { rows } = await store.inbox.list({ search: "kept in a backup" }, { limit: 10 });
    expect(rows.map(({ name: sender }) => sender)).toEqual(["Asha Example"]);
    expect((await services.audit.check()).outcome).toBe("whole");
    await services.audit.settled();
  } finally {
    await store.close();
  }
  if (!isOnSqlite()) return;
  expect(checkIntegrity(sqliteFile(dataDir)).problems).toEqual([]);
  const fresh = openSqlite(join(cwd, "fresh.sqlite"));
  await migrate(fresh, sqliteEngine);
  await fresh.destroy();
  expect(columnsOf(sqliteFile(dataDir))).toEqual(columnsOf(join(cwd, "fresh.sqlite")));
});
