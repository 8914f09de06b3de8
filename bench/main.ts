import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cluster } from "./cluster.ts";
import { type Bench, formatFigures, isMet, type Report } from "./figures.ts";
import { drawGrowth } from "./growth.ts";
import { inbox } from "./inbox.ts";
import { intake } from "./intake.ts";
import { move } from "./move.ts";
import { pages } from "./pages.ts";
import { server } from "./server.ts";

const benches: readonly Bench[] = [pages, server, intake, inbox, cluster, move];
const readme = join(import.meta.dirname, "README.md");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "5" },
    sizes: { type: "string", default: "100,10000,1000000" },
    keep: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const options = { runs: Number(values.runs), sizes: values.sizes.split(",").map(Number), keep: values.keep };
const unknown = positionals.find((name) => benches.every((bench) => bench.name !== name));
const asked = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (unknown !== undefined) {
  fail(`There is no bench "${unknown}". There are: ${benches.map(({ name }) => name).join(", ")}.`);
} else if (![options.runs, ...options.sizes].every((number) => Number.isInteger(number) && number > 0)) {
  fail("--runs is a number above 0, --sizes are such numbers parted by commas.");
} else {
  const results: { title: string; report: Report }[] = [];
  for (const bench of asked) {
    console.error(`${bench.name}:`);
    results.push({ title: bench.name, report: await bench.run(options) });
  }
  const growth = results.flatMap(({ report }) => report.growth);
  // One plot shows both; if only one was measured, the last plot stays.
  if (new Set(growth.map(({ panel }) => panel)).size > 1)
    writeFileSync(join(import.meta.dirname, "growth.svg"), drawGrowth(growth));
  const sections = results.map(({ title, report }) => ({
    title,
    text: `## ${title}\n\n${machine()}\n\n${textOf(report)}`,
  }));
  console.log(sections.map(({ text }) => text).join("\n\n"));
  if (values.write) writeResults(sections);
  if (!results.every(({ report }) => report.figures.every(isMet))) process.exitCode = 1;
}

function textOf({ figures, missing }: Report): string {
  const parts = figures.length > 0 ? [`\`\`\`\n${formatFigures(figures)}\n\`\`\``] : [];
  return [...parts, ...missing.map((sentence) => `Not measured: ${sentence}`)].join("\n\n");
}

function machine(): string {
  const [cpu] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  const memory = Math.round(totalmem() / 2 ** 30);
  return (
    `${date}, ${cpus().length} × ${cpu?.model.trim() ?? arch()}, ${memory} GiB, ${type()} ${release()}, Node ` +
    `${process.versions.node}.`
  );
}

/** Writes the results into bench/README.md below the marker line; the results of other benches stay. */
function writeResults(results: readonly { title: string; text: string }[]): void {
  const mark = "<!-- The last results, written by npm run bench -- --write -->";
  const [words = "", before = ""] = readFileSync(readme, "utf8").split(mark);
  const earlier = before.split(/^(?=## )/m).map((text) => ({ title: /^## (.*)$/m.exec(text)?.[1], text: text.trim() }));
  const sections = benches.flatMap(({ name }) => {
    const section = results.find(({ title }) => title === name) ?? earlier.find(({ title }) => title === name);
    return section === undefined ? [] : [section.text];
  });
  writeFileSync(readme, `${words}${[mark, ...sections].join("\n\n")}\n`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
