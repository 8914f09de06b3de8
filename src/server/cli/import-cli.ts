import { counted, showProgress } from "./common.ts";
import type { Config } from "../config.ts";
import { describeFailure } from "../failure.ts";
import { type Source, sources } from "../imports/foreign.ts";
import type { ImportCounts } from "../imports/imports.ts";
import { codeOf, ConfigError } from "../lib/errors.ts";
import { flag, readArguments, UsageError } from "../lib/command-line.ts";
import { runCommand, withServices } from "./command-config.ts";
import { open } from "node:fs/promises";

const usage = `npm run import -- chatwoot|freescout|csv <file> ... [--yes]

  Shows what the files would add: inquiries with their conversations, and saved replies. --yes adds them.
  Nobody is notified. What was imported before is not added again, so an interrupted import is run once more.
  docs/import.md describes the files. The server may keep running.`;

/** Errors shown one by one; the others are mostly of the same kind. */
const maxShown = 100;

const { values, rest } = readArguments({ usage, options: { yes: flag }, rest: readSource });
await runCommand(run);

async function run(config: Config): Promise<number> {
  const { source, files } = rest;
  const dryRun = !values.yes;
  for (const file of files) await readable(file);
  return withServices(config, async (services) => {
    if (!dryRun) await services.audit.record({ kind: "command-run", by: null, about: { command: "import" } });
    const { progress, end } = showProgress(process.stderr);
    const refused: string[] = [];
    let failure: string | undefined;
    const counts = await services.imports.run(
      { source, files, dryRun },
      {
        refuse: (place, problem) => void (refused.length < maxShown && refused.push(`${place}: ${problem}`)),
        progress: (done, total) => progress(dryRun ? "Reading" : "Importing", done, total),
        notSummedUp: (error) => void (failure = describeFailure(error, config)),
      },
    );
    end();
    report(counts, refused, dryRun);
    if (failure !== undefined)
      console.error(`Not summed up for the reports yet, which the server does within the hour: ${failure}`);
    return counts.refused > 0 ? 1 : 0;
  });
}

function report(counts: ImportCounts, refused: readonly string[], dryRun: boolean): void {
  for (const line of refused) console.error(line);
  if (counts.refused > refused.length) console.error(`And ${counts.refused - refused.length} more.`);
  const lines: Array<[count: number, text: string]> = [
    [counts.known, "imported before"],
    [counts.erased, "imported before, and erased since: not imported again"],
    [counts.old, "past their retention: not imported (Settings, Inquiries and retention)"],
    [counts.leftOut, "deleted there, or without messages: not imported"],
    [counts.knownReplies, "saved replies that are there already"],
    [counts.refused, "not imported because of an error"],
  ];
  const added = `${counted(counts.added, "inquiry", "inquiries")}, ${counted(counts.replies, "saved reply", "saved replies")}`;
  console.log(`${dryRun ? "Would import" : "Imported"}: ${added}`);
  for (const [count, text] of lines) if (count > 0) console.log(`${String(count).padStart(8)}  ${text}`);
  if (dryRun && counts.added + counts.replies > 0) console.log("Nothing has been changed. Add --yes to import them.");
}

/** @throws UsageError */
function readSource([name, ...files]: readonly string[]): { source: Source; files: string[] } {
  const source = sources.find((one) => one === name);
  if (source !== undefined && files.length > 0) return { source, files };
  throw new UsageError(`Name one of ${sources.join(", ")}, and the files`);
}

/** @throws ConfigError */
async function readable(file: string): Promise<void> {
  const opened = await open(file).catch((error: unknown) => {
    throw new ConfigError(`${file} cannot be read (${codeOf(error) ?? "unknown"})`, { cause: error });
  });
  const isFile = (await opened.stat()).isFile();
  await opened.close();
  if (!isFile) throw new ConfigError(`${file} is no file`);
}
