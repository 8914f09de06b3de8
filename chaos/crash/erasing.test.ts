import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { exampleSite } from "#contract/site/example-site.ts";
import { day } from "#domain/time/durations.ts";
import { openStore } from "#server/open-store.ts";
import { checkIntegrity } from "#server/store/integrity/integrity-check.ts";
import { sqliteFile } from "#server/store/open-database.ts";
import { newInquiry } from "#server/store/testing.ts";
import { goodInquiry } from "#server/testing-api.ts";
import { freePort } from "../../src/server/testing-program.ts";
import { broken } from "../lib/broken.ts";
import { openMutants } from "../lib/mutants.ts";
import { sleep, spawnServer } from "../lib/server.ts";

const mutants = openMutants();
afterAll(() => mutants.close());

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "front-desk-crash-erasing-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const size = 1500;
const word = "ψξθφχ";

async function fillOld(): Promise<void> {
  const store = await openStore({ dataDir });
  const all = Array.from({ length: size }, (_, at) =>
    store.inquiries.insert(newInquiry({ ...goodInquiry, query: `${word} ${at}` }), [], Date.now() - 900 * day),
  );
  await Promise.all(all);
  await store.close();
}

/** Returns the inquiries that are left, and faults of the erasures. */
function look(): { left: number; erased: number; faults: string[] } {
  const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true, timeout: 5000 });
  const count = (from: string) => Number(database.prepare(`select count(*) as rows from ${from}`).get()?.["rows"]);
  try {
    database.exec("begin");
    const [left, erased] = [count("inquiry"), count("erasure")];
    const entries = count("audit_entry where kind = 'inquiry-erased'");
    const counted = Number(database.prepare("select sum(count) as rows from inquiry_count").get()?.["rows"]);
    const faults = [
      left + erased === size ? [] : [`${left} left, ${erased} erased, of ${size}`],
      entries === erased ? [] : [`${entries} entries of ${erased} erased`],
      counted === left ? [] : [`${counted} counted of ${left}`],
    ].flat();
    return { left, erased, faults };
  } finally {
    database.close();
  }
}

/** Kills a server that erases and starts it again until everything is erased; returns the faults that a reader sees. */
async function killWhileErasing(dist: string, kills: number): Promise<string[]> {
  await fillOld();
  const site = join(dataDir, "site.json");
  writeFileSync(site, JSON.stringify({ ...exampleSite, legal: { retentionDays: 1 } }));
  const port = await freePort();
  const faults: string[] = [];
  for (let round = 0; round <= kills; round += 1) {
    const { erased } = look();
    const server = spawnServer({ dist, dataDir, port, env: { SITE_CONFIG: site } });
    try {
      await server.untilReady();
      const deadline = performance.now() + 60_000;
      const isDone = () => {
        const seen = look();
        faults.push(...seen.faults);
        return round < kills ? seen.erased > erased : seen.left === 0;
      };
      while (!isDone() && performance.now() < deadline) await sleep(5);
      if (round < kills) await sleep(Math.random() * 60);
    } finally {
      await server.end(round < kills ? "SIGKILL" : "SIGTERM");
    }
    const found = look();
    faults.push(...found.faults);
    if (round < kills && found.left === 0) throw new Error("everything was erased before the kill");
  }
  return [...faults, ...checkIntegrity(sqliteFile(dataDir)).problems];
}

it("erases each with one entry, and leaves no word of it, over three kills", async () => {
  expect(await killWhileErasing("dist", 3)).toEqual([]);
  expect(look().left).toBe(0);
  const files = readdirSync(dataDir, { withFileTypes: true }).filter((file) => file.isFile());
  const words = files.filter(({ name }) => readFileSync(join(dataDir, name)).includes(word));
  expect(words).toEqual([]);
});

it(`a mutant is caught: ${broken.erasesInPieces.name}`, async () => {
  expect(await killWhileErasing(await mutants.build(broken.erasesInPieces), 3)).not.toEqual([]);
});
