/**
 * Makes the disk fail under a running server: `npm run chaos -- disk [--indexes 100] [--seed 1] [--dist dist]`. Needs
 * strace; as root it also fills a small disk. It reports what it cannot test.
 */
import { parseArgs } from "node:util";
import { diskFaults } from "./disk-faults.ts";

const { values } = parseArgs({
  options: {
    indexes: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    dist: { type: "string", default: "dist" },
  },
});

const { rows, skipped, faults } = await diskFaults({
  dist: values.dist,
  seed: Number(values.seed),
  indexes: Number(values.indexes),
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
