import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Survey } from "./damage-survey.ts";

const root = resolve(import.meta.dirname, "../..");

/** The store with one guard removed: each version must lose something silently. `null` is the product unchanged. */
export const versions = {
  "the product": null,
  "the counter is not compared": {
    file: "src/server/store/integrity/inspect-store.ts",
    find: "if (found.changes >= count.changes) return;",
    replace: "if (found.changes >= 0) return;",
  },
  "the sums are not compared": {
    file: "src/server/store/integrity/integrity-check.ts",
    find: 'sum !== sums["sum"]',
    replace: "sum < 0",
  },
  "the sums are not kept within the transaction": {
    file: "src/server/store/integrity/table-checksums.ts",
    find: "for (const trigger of triggersOf(table)) await sql.raw(trigger).execute(db);",
    replace: "triggersOf(table);",
  },
} as const;

export type Version = keyof typeof versions;

/**
 * Surveys one version, run from its sources in its own process.
 * @throws Error if the text to change is not there exactly once
 */
export async function surveyVersion(name: Version, seed: number, cases: number): Promise<Survey> {
  const change = versions[name];
  const folder = change === null ? root : mkdtempSync(join(tmpdir(), "front-desk-mutant-"));
  try {
    if (change !== null) {
      for (const source of ["src", "package.json"])
        cpSync(join(root, source), join(folder, source), { recursive: true });
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
      const source = readFileSync(join(folder, change.file), "utf8");
      if (source.split(change.find).length !== 2) throw new Error(`${change.file} no longer holds: ${change.find}`);
      writeFileSync(join(folder, change.file), source.replace(change.find, change.replace));
    }
    const args = [
      "--disable-warning=ExperimentalWarning",
      "chaos/damage/damage-survey.ts",
      folder,
      String(seed),
      String(cases),
    ];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    if (code !== 0) throw new Error(`the survey of "${name}" failed:\n${wrong}`);
    return JSON.parse(said) as Survey;
  } finally {
    if (change !== null) rmSync(folder, { recursive: true, force: true });
  }
}
