/**
 * Makes the disk fail under a running server: `npm run chaos -- disk [--indexes 100] [--seed 1] [--dist dist]`. Needs
 * strace; as root it also fills a small disk. It reports what it cannot test.
 */
import { readArguments, textOr, whole } from "#server/lib/command-line.ts";
import { diskFaults } from "./disk/disk-faults.ts";

const usage = `npm run chaos -- disk [options]

  --indexes <n>    up to which write or sync each in turn fails (100)
  --seed <n>       repeats a run (1)
  --dist <folder>  the build to run (dist)`;

const { values } = readArguments({
  usage,
  options: {
    indexes: whole(100),
    seed: whole(1, 0),
    dist: textOr("dist"),
  },
});

const { rows, skipped, faults } = await diskFaults({
  dist: values.dist,
  seed: values.seed,
  indexes: values.indexes,
});
const width = Math.max(...rows.map(({ fault }) => fault.length));
console.log(`${"".padEnd(width)}  201  503  slowest page  readyz, then  as promised`);
for (const { fault, accepted, refused, slowestPage, ready, faults: wrong } of rows) {
  const cells = [
    fault.padEnd(width),
    String(accepted).padStart(3),
    String(refused).padStart(3),
    `${slowestPage.toFixed(0)} ms`.padStart(12),
    `${ready[0]}, ${ready[1]}`.padStart(12),
    wrong.length === 0 ? "✓" : `✗ ${wrong.slice(0, 3).join("; ")}`,
  ];
  console.log(cells.join("  "));
}
console.log(
  `after a kill and a start: ${faults.length === 0 ? "✓ nothing lost, doubled or broken" : `✗ ${faults.join("; ")}`}`,
);
for (const line of skipped) console.log(`not tried: ${line}`);
if (faults.length > 0 || rows.some((row) => row.faults.length > 0)) process.exitCode = 1;
