import { inEnglish } from "#copy/server/render.ts";
import type { Config } from "../config.ts";
import { createAudit, finding } from "../audit/audit.ts";
import { oneOf, readArguments } from "../lib/command-line.ts";
import { runCommand, withStore } from "./command-config.ts";

const usage = `npm run audit-log            verifies the audit log, and prints the first wrong entry
npm run audit-log -- accept  accepts the log as it is, and records that in it: for an operator who knows why it
                             differs, as after a restored copy`;

const { rest: what } = readArguments({ usage, rest: oneOf(["check", "accept"], "check") });
await runCommand(run);

/** The exit code is 1 if the log is not intact. */
function run(config: Config): Promise<number> {
  return withStore(config, async ({ store, signing }) => {
    const audit = createAudit({ store: store.audit, signing, now: Date.now });
    const found = await audit.check();
    if (found.outcome === "whole") {
      console.log(`The audit log is whole: ${found.entries} ${found.entries === 1 ? "entry" : "entries"}.`);
      return 0;
    }
    const problem = inEnglish(finding(found));
    if (what === "check") {
      console.error(`The audit log is broken. ${problem}\nWhat to do: docs/operating.md, "The audit log".`);
      return 1;
    }
    await audit.accept(finding(found));
    const left = await audit.check();
    if (left.outcome === "whole") {
      console.log(`The audit log was accepted as it is, and has an entry about it: ${problem}`);
      return 0;
    }
    console.error(`The end of the log was accepted, but earlier entries still do not verify. ${problem}`);
    return 1;
  });
}
