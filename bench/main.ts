import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { flag, oneOf, readArguments, readWhole, textOr, whole } from "#server/lib/command-line.ts";
import { benches } from "./benches.ts";
import { formatFigures, isMet, type Report } from "./figures.ts";
import { drawGrowth } from "./growth.ts";

const readme = join(import.meta.dirname, "README.md");

const names = benches.map(({ name }) => name);
const usage = `npm run bench -- [<bench> ...] [options]

  Measures the product against peers in the same run. The benches: ${names.join(", ")}; without a name, all.
  --runs <n>       how often each is measured (5)
  --sizes <n,...>  how many inquiries the stores hold (100,10000,1000000)
  --keep <folder>  where a filled store stays for the next run
  --short          only as much as shows that each comes to its end: its figures say nothing
  --write          writes the results into bench/README.md`;

const least = { runs: 1, sizes: [100, 1000] };

const { values, rest: asked } = readArguments({
  usage,
  options: {
    runs: whole(5),
    sizes: {
      type: "string",
      read: ([sizes = "100,10000,1000000"]) => sizes.split(",").map((size) => readWhole(size)),
    },
    keep: textOr(undefined),
    short: flag,
    write: flag,
  },
  rest: (given) => (given.length === 0 ? names : given.map((name) => oneOf(names)([name]))),
});
const measured: { title: string; report: Report }[] = [];
for (const bench of benches.filter(({ name }) => asked.includes(name))) {
  console.error(`${bench.name}:`);
  measured.push({ title: bench.name, report: await bench.run(values.short ? { ...values, ...least } : values) });
}
const growth = measured.flatMap(({ report }) => report.growth);
// One plot shows both; if only one was measured, the last plot stays.
if (new Set(growth.map(({ panel }) => panel)).size > 1)
  writeFileSync(join(import.meta.dirname, "growth.svg"), drawGrowth(growth));
const measuredSections = measured.map(({ title, report }) => ({
  title,
  text: `## ${title}\n\n${machine()}\n\n${textOf(report)}`,
}));
console.log(measuredSections.map((section) => section.text).join("\n\n"));
if (values.write && !values.short) writeResults(measuredSections);
if (!values.short && !measured.every(({ report }) => report.figures.every(isMet))) process.exitCode = 1;

function textOf({ figures, missing }: Report): string {
  const parts = figures.length > 0 ? [`\`\`\`\n${formatFigures(figures)}\n\`\`\``] : [];
  return [...parts, ...missing.map((sentence) => wrapped(`Not measured: ${sentence}`))].join("\n\n");
}

/** Breaks a paragraph into lines of at most 120 characters, as Markdown is kept here. */
function wrapped(paragraph: string): string {
  return paragraph.replace(/(.{1,120})(?: |$)/g, "$1\n").trimEnd();
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
