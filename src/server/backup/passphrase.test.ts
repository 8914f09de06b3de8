import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { createServices } from "../compose.ts";
import { openSigning } from "../signing/create-signing.ts";
import { openStore } from "../open-store.ts";
import { makeBackup } from "./make-backup.ts";
import { readBackup } from "./restore/read-backup.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-passphrase-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

// A file of its own: deriving a key from a passphrase takes seconds on purpose, and this does so five times.
it("a backup opens with its passphrase, and with no other", async () => {
  const dataDir = join(cwd, "data");
  const folder = join(cwd, "backups");
  const store = await openStore({ dataDir });
  const signing = await openSigning({ dataDir, keyFile: undefined });
  await createServices(store, readConfig({ DATA_DIR: dataDir }), signing);
  await store.close();
  const key = { kind: "passphrase", passphrase: "a long passphrase" } as const;
  const { name } = await makeBackup({ dataDir, folder, key, keep: 14, days: 30 });
  const file = join(folder, name);
  // Reads it as after a change; the read-back has opened it with its own passphrase alone.
  const { manifest } = await readBackup(file, { passphrase: "another passphrase", previous: "a long passphrase" });
  expect(manifest.parts.map((part) => part.name).sort()).toEqual([
    "front-desk.sqlite.zst",
    "members.head.json",
    "signing-key.pem",
  ]);
  await expect(readBackup(file, { passphrase: "another passphrase" })).rejects.toThrow("does not open");
  await expect(readBackup(file, {})).rejects.toThrow("BACKUP_PASSPHRASE");
});
