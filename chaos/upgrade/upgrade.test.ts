import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { builtRelease } from "../../deploy/released-version.ts";
import { rollingUpgrade } from "./rolling-upgrade.ts";

// The first run on a clone installs and builds the released version.
vi.setConfig({ testTimeout: 600_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-upgrade-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("an upgrade from 0.2.0 under load, one instance after the other, fails no request and loses nothing", async () => {
  const { found, faults, doings, delivered, mails, accepted } = await rollingUpgrade({
    from: dirname(builtRelease("0.2.0")),
    to: "dist",
    folder,
    seconds: { before: 2, both: 8, after: 2 },
    seed: 20_261_129,
  });
  expect([...found.faults, ...faults]).toEqual([]);
  expect(accepted).toBeGreaterThan(20);
  for (const { length } of [doings.notes, doings.replies, doings.answers]) expect(length).toBeGreaterThan(0);
  for (const shown of Object.values(doings.shownBy)) expect(shown).toBeGreaterThan(0);
  expect(delivered).toMatchObject({ missing: 0, unknown: 0 });
  expect(mails).toMatchObject({ doubled: 0, ofPasswords: 0 });
  expect(mails.sent).toBeGreaterThan(accepted);
});
