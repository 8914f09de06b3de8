/**
 * Kills the server under load repeatedly: `npm run chaos -- crash [--rounds 1000] [--seed 1] [--inquiries 10000]`. It
 * prints the seed; the machine's timing still makes each run different.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments, textOr, whole } from "#server/lib/command-line.ts";
import { percentile } from "../bench/figures.ts";
import { crashRounds } from "./crash/crash-rounds.ts";
import { deliveryLines } from "./lib/receiver.ts";
import { formatLines, none } from "./lib/table.ts";

const usage = `npm run chaos -- crash [options]

  --rounds <n>     how often the server is killed (1000)
  --seed <n>       repeats a run, as far as the machine's timing allows
  --inquiries <n>  how many the store holds before (10000)
  --dist <folder>  the build to kill (dist)`;

const { values } = readArguments({
  usage,
  options: {
    rounds: whole(1000),
    seed: whole(Date.now() % 1_000_000, 0),
    inquiries: whole(10_000),
    dist: textOr("dist"),
  },
});

// Ctrl-C ends it after the current round and prints the table so far.
const ending = new AbortController();
process.once("SIGINT", () => ending.abort());

const dataDir = mkdtempSync(join(tmpdir(), "front-desk-chaos-"));
try {
  const result = await crashRounds({
    dist: values.dist,
    dataDir,
    rounds: values.rounds,
    seed: values.seed,
    inquiries: values.inquiries,
    signal: ending.signal,
    progress: (line) => console.error(line),
  });
  const { found, delivered, starts, kills } = result;
  const { text, isGood } = formatLines(`crash, seed ${values.seed}`, [
    { name: "rounds", figure: result.rounds },
    { name: "kills while serving", figure: kills.serving },
    { name: "kills while starting", figure: kills.starting },
    { name: "inquiries sent", figure: result.sent },
    { name: "  accepted", figure: result.accepted },
    { name: "  without an answer at the end", figure: result.lostResponses },
    none("accepted and lost", found.lost),
    none("doubled", found.doubled),
    none("refused and kept all the same", found.keptThoughRefused),
    none("without their exact messages in the outbox", found.outbox),
    none("counters that differ from the rows", found.counters),
    none("not found by the search index", found.unfound),
    none("corrupt", found.corrupt),
    ...deliveryLines(delivered),
    none("other faults", found.faults.length),
    { name: "start to first answer, p50", figure: `${percentile(starts, 0.5).toFixed(0)} ms` },
    // Figures of the machine as much as of the product: a busy one is no fault. On an idle one, p99 is below 500 ms.
    { name: "start to first answer, p99", figure: `${percentile(starts, 0.99).toFixed(0)} ms` },
    { name: "start to first answer, longest", figure: `${Math.max(...starts).toFixed(0)} ms` },
  ]);
  console.log(text);
  for (const line of found.faults) console.log(line);
  if (!isGood) process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
