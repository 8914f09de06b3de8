/**
 * Lets what is outside of the program fail: `npm run chaos -- outside [--only <part of a name>] [--seed 1] [--dist
 * dist]`. It reports what it cannot test here.
 */
import { readArguments, textOr, whole } from "#server/lib/command-line.ts";
import { outsideFaults } from "./outside/outside-faults.ts";
import { playFault } from "./outside/scene.ts";

const usage = `npm run chaos -- outside [options]

  --only <text>    only the faults whose name has this
  --seed <n>       repeats a run (1)
  --dist <folder>  the build to run (dist)`;

const { values } = readArguments({
  usage,
  options: {
    only: textOr(""),
    seed: whole(1, 0),
    dist: textOr("dist"),
  },
});

for (const fault of outsideFaults.filter(({ name }) => name.includes(values.only))) {
  const problem = fault.problem?.();
  if (problem !== undefined) {
    console.log(`${fault.name}\n  not tried: ${problem}`);
    continue;
  }
  const row = await playFault(fault, values);
  console.log(
    [
      fault.name,
      `  visitors:  ${row.accepted} accepted, ${row.refused} refused with their text; slowest page ${row.slowestPage.toFixed(0)} ms`,
      `  team:      ${row.agents}`,
      `  operators: ${row.operators}`,
      `  right by itself within ${row.recovery.toFixed(1)} s of the end`,
      row.faults.length === 0 ? "  ✓ as promised" : `  ✗ ${row.faults.slice(0, 5).join("; ")}`,
    ].join("\n"),
  );
  if (row.faults.length > 0) process.exitCode = 1;
}
