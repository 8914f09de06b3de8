import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { seededRandom } from "#domain/testing-random.ts";
import { createChecker } from "../lib/check.ts";
import { createLedger } from "../lib/ledger.ts";
import { load } from "../lib/load.ts";
import { sleep, spawnServer } from "../lib/server.ts";
import { freePort } from "../../src/server/testing-program.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "front-desk-shutdown-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it.each([1, 2, 3])(
  "a stop under load drops nothing that was accepted, and keeps nothing that it did not answer (%i)",
  async (seed) => {
    const random = seededRandom(seed);
    const ledger = createLedger(random);
    const port = await freePort();
    const server = spawnServer({ dist: "dist", dataDir, port });
    await server.untilReady();
    const stop = new AbortController();
    const loading = load({ port, ledger, random, clients: 40, signal: stop.signal });
    while (ledger.count("accepted") < 100) await sleep(2);
    server.child.kill("SIGTERM");
    expect(await server.ended).toEqual({ code: 0, signal: null });
    stop.abort();
    // A response is 201, or says that nothing is kept and when to retry.
    expect(await loading).toEqual([]);
    const { faults } = createChecker({ ledger, messages: 0 }).check(dataDir, { isFull: true });
    expect(faults).toEqual([]);
    const unanswered = new Set(ledger.all.filter(({ state }) => state === "lost").map(({ mark }) => mark));
    expect(unanswered.size).toBeGreaterThan(0);
    // An inquiry without a response was not accepted: the connection ended before.
    expect(
      createChecker({ ledger, messages: 0 })
        .marks(dataDir)
        .filter((mark) => unanswered.has(mark)),
    ).toEqual([]);
  },
);

/**
 * Root can write anywhere, so another user runs it, who must be able to read; false if that user cannot read the build.
 */
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
function maySomebodyElseRead(): boolean {
  const read = `require("node:fs").readFileSync(${JSON.stringify(resolve("dist/server/main.js"))})`;
  return !isRoot || spawnSync(process.execPath, ["-e", read], { uid: nobody }).status === 0;
}

it("does not start in a folder that it may not write, and says why in a line", async ({ skip }) => {
  if (!maySomebodyElseRead()) skip("only root may read the build here");
  const options = { dist: "dist", dataDir, port: await freePort() };
  const first = spawnServer(options);
  await first.untilReady();
  await first.end("SIGTERM");
  chmodSync(dataDir, 0o555);
  for (const file of readdirSync(dataDir)) chmodSync(join(dataDir, file), 0o444);
  const second = spawnServer({ ...options, ...(isRoot ? { uid: nobody } : {}) });
  expect((await second.ended).code).toBe(1);
  expect(second.output()).toMatch(/^DATA_DIR: the folder .* cannot be used \(.*\); make it writable/);
  expect(second.output().trimEnd().split("\n")).toHaveLength(1);
  chmodSync(dataDir, 0o700);
});
