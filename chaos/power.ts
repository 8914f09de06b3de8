/**
 * Cuts the power at every kind of moment: `npm run chaos -- power [--cuts 10000] [--seed 1] [--inquiries 100] [--dist
 * dist]`. Needs strace, and says so if it is missing.
 */
import { readArguments, textOr, whole } from "#server/lib/command-line.ts";
import { cutPower, type PowerResult } from "./power/power-cuts.ts";
import { record } from "./power/record.ts";
import { formatLines, none } from "./lib/table.ts";

const usage = `npm run chaos -- power [options]

  --cuts <n>       how often the power is cut (10000)
  --seed <n>       repeats a run
  --inquiries <n>  how many are sent while it is recorded (100)
  --dist <folder>  the build to record (dist)`;

const { values } = readArguments({
  usage,
  options: {
    cuts: whole(10_000),
    seed: whole(Date.now() % 1_000_000, 0),
    inquiries: whole(100),
    dist: textOr("dist"),
  },
});
const { cuts, seed, inquiries } = values;
const progress = (line: string) => console.error(line);

function report(title: string, result: PowerResult): boolean {
  const { text, isGood } = formatLines(`${title}, seed ${seed}`, [
    { name: "writes recorded", figure: result.writes },
    { name: "syncs recorded", figure: result.syncs },
    { name: "answers recorded", figure: result.answered },
    { name: "power cuts", figure: result.cuts },
    none("with an accepted inquiry lost", result.lost),
    none("with one doubled", result.doubled),
    none("with a corrupt store", result.corrupt),
    none("that the server would not start on", result.unusable),
  ]);
  console.log(text);
  for (const line of result.faults) console.log(line);
  return isGood;
}

const recorded = await record({ dist: values.dist, seed, inquiries });
const isKept = report("power", await cutPower({ recorded, cuts, seed, progress }));
const failing = await record({ dist: values.dist, seed, inquiries: Math.min(inquiries, 40), failsSync: true });
const from = failing.lives.at(-1) ?? 0;
const after = { from: from - 200, events: failing.events.length - from + 200 };
const some = Math.ceil(cuts / 10);
const isKeptToo = report(
  "power, after syncs that failed and a kill",
  await cutPower({ recorded: failing, cuts: some, seed, among: after, progress }),
);
if (!isKept || !isKeptToo) process.exitCode = 1;
