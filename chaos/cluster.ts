/**
 * Kills instances and the primary of their PostgreSQL under load repeatedly: `npm run chaos -- cluster [--rounds 100]
 * [--seed 1]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments, textOr, whole } from "#server/lib/command-line.ts";
import { percentile } from "../bench/figures.ts";
import { clusterRounds } from "./cluster/cluster-rounds.ts";
import { deliveryLines } from "./lib/receiver.ts";
import { formatLines, type Line, none } from "./lib/table.ts";

const usage = `npm run chaos -- cluster [options]

  --rounds <n>     how often an instance or the primary is killed (100)
  --seed <n>       repeats a run, as far as the machine's timing allows
  --dist <folder>  the build to kill (dist)`;

const { values } = readArguments({
  usage,
  options: {
    rounds: whole(100),
    seed: whole(Date.now() % 1_000_000, 0),
    dist: textOr("dist"),
  },
});

// Ctrl-C ends it after the current round and prints the table so far.
const ending = new AbortController();
process.once("SIGINT", () => ending.abort());

const folder = mkdtempSync(join(tmpdir(), "front-desk-chaos-"));
try {
  const result = await clusterRounds({
    dist: values.dist,
    folder,
    rounds: values.rounds,
    seed: values.seed,
    signal: ending.signal,
    progress: (line) => console.error(line),
  });
  const { found, delivered, kills, again, ready, pages } = result;
  const { text, isGood } = formatLines(`cluster, seed ${values.seed}`, [
    { name: "rounds", figure: result.rounds },
    { name: "instances killed", figure: kills.instances },
    { name: "primaries killed", figure: kills.primaries },
    { name: "inquiries sent", figure: result.sent },
    { name: "  accepted", figure: result.accepted },
    { name: "  without a key and an answer", figure: result.unsure },
    none("accepted and lost", found.lost),
    none("doubled", found.doubled),
    { name: "answered 503 without a key, and kept all the same", figure: found.keptThoughRefused },
    none("without their exact messages in the outbox", found.outbox),
    none("counters that differ from the rows", found.counters),
    none("not found by the search index", found.unfound),
    ...deliveryLines(delivered),
    { name: "pages asked for while there was no primary", figure: pages.asked },
    none("  that did not come", pages.failed),
    none("other faults", result.faults.length),
    ...times("an instance's kill to the next 201 of the site", again.instances),
    ...times("an instance's spawning to its /readyz", ready.instances),
    ...times("the primary's kill to the next 201 of the site", again.primaries),
    ...times("the primary's kill to /readyz of all instances", ready.primaries),
  ]);
  console.log(text);
  for (const line of [...found.faults, ...result.faults].slice(0, 20)) console.log(line);
  if (!isGood) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function times(name: string, taken: readonly number[]): Line[] {
  // A short run may have killed none of one kind.
  if (taken.length === 0) return [];
  const figure = (share: number) => `${percentile(taken, share).toFixed(0)} ms`;
  return [
    { name: `${name}, p50`, figure: figure(0.5) },
    { name: "  p99", figure: figure(0.99) },
    { name: "  longest", figure: figure(1) },
  ];
}
