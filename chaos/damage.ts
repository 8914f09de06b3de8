/**
 * `npm run chaos -- damage [--seed n] [--cases n]`: flips bits in copies of the store and truncates them; reports what
 * is found, and when.
 */
import { readArguments, whole } from "#server/lib/command-line.ts";
import { surveyVersion, type Version, versions } from "./damage/damage-mutants.ts";

const usage = `npm run chaos -- damage [options]

  --seed <n>   repeats a run (20261121)
  --cases <n>  how many copies are damaged (5000)`;

const { seed, cases } = readArguments({
  usage,
  options: { seed: whole(20_261_121, 0), cases: whole(5000) },
}).values;
const rows: Record<string, Record<string, number | string>> = {};
let isGood = true;
// The keys of the record are the names.
for (const name of Object.keys(versions) as Version[]) {
  const isProduct = versions[name] === null;
  const { flips, cuts, silent } = await surveyVersion(name, seed, isProduct ? cases : 200);
  const harmless = flips.harmless + cuts.harmless;
  // A product that reports everything as damaged is as useless as one that misses damage.
  const caught = silent.length > 0 || harmless === 0;
  isGood &&= isProduct !== caught;
  rows[name] = {
    flips: Object.values(flips).reduce((sum, count) => sum + count),
    cuts: Object.values(cuts).reduce((sum, count) => sum + count),
    "found at the start": flips["found at the start"] + cuts["found at the start"],
    "found after it": flips["found after the start"] + cuts["found after the start"],
    harmless,
    "lost without a word": silent.length,
    verdict: isProduct ? (caught ? "FAILED" : "holds") : caught ? "caught" : "NOT CAUGHT",
  };
  for (const line of isProduct ? silent : []) console.error(line);
}
console.table(rows);
process.exitCode = isGood ? 0 : 1;
