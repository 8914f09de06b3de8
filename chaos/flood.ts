/**
 * Floods a built server while honest visitors write: `npm run chaos -- flood [--seconds 20] [--rate 15000]`. Prints
 * what was offered and accepted, then what caught each mutant; the exit code is 1 if a visitor was lost or a mutant
 * survived.
 */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { readArguments, whole } from "#server/lib/command-line.ts";
import { percentile } from "../bench/figures.ts";
import { floodChecks } from "./flood/flood-checks.ts";
import { floodMutants } from "./flood/flood-mutants.ts";
import { type FloodPlan, runFlood, shortPlan } from "./flood/flood-run.ts";
import { floodTable, offeredPerSecond } from "./flood/flood-table.ts";
import { openMutants } from "./lib/mutants.ts";
import { type Check, runWork } from "./flood/work-run.ts";

const usage = `npm run chaos -- flood [options]

  --seconds <n>  how long the flood lasts (20)
  --rate <n>     requests per second (15000)`;

const { values } = readArguments({
  usage,
  options: {
    seconds: whole(20),
    rate: whole(15_000, 0),
  },
});
const plan: FloodPlan = {
  seconds: values.seconds,
  rate: values.rate,
  sockets: 50,
  slow: 1000,
  visitorsPerSecond: 20,
  // The defaults of `environment.ts`.
  requests: { burst: 2000, perSecond: 500 },
  inquiries: { burst: 60, perSecond: 30 / 60 },
};
const dist = resolve("dist");

function print(checks: readonly Check[]): number {
  for (const { name, fault } of checks) console.log(fault === null ? `  ✓ ${name}` : `  ✗ ${name}: ${fault}`);
  return checks.filter(({ fault }) => fault !== null).length;
}

console.log(`${availableParallelism()} cores carry the server, the attackers and the visitors.\n`);
console.log(`${plan.slow} slow sockets, and ${plan.rate} requests/s from one address, for ${plan.seconds} s`);
const report = await runFlood(dist, plan);
console.log(`${floodTable(report)}\n`);
let faults = print(floodChecks(report));
const p99 = percentile(report.attacked.flat(), 0.99);
const offered = offeredPerSecond(report);
faults += print([
  { name: "as many requests were offered as wanted", fault: offered >= 0.99 * plan.rate ? null : offered.toFixed(0) },
  { name: "99 of 100 honest inquiries within 100 ms", fault: p99 <= 100 ? null : `${p99.toFixed(0)} ms` },
]);

console.log("\nA flood from many networks");
faults += print(await runWork(dist));

console.log("\nMutants");
const mutants = openMutants();
try {
  for (const mutant of floodMutants) {
    const broken = await mutants.build(mutant);
    const checks = mutant.by === "work" ? await runWork(broken, true) : floodChecks(await runFlood(broken, shortPlan));
    const fault = checks.find(({ name }) => name === mutant.breaks)?.fault ?? null;
    console.log(
      fault === null
        ? `  ✗ ${mutant.name}: not caught`
        : `  ✓ ${mutant.name}: caught by "${mutant.breaks}", found ${fault}`,
    );
    if (fault === null) faults += 1;
  }
} finally {
  await mutants.close();
}
if (faults > 0) process.exitCode = 1;
