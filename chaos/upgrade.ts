/**
 * Upgrades two instances on one PostgreSQL from the last released version under load, one after the other: `npm run
 * chaos -- upgrade [--seconds 60] [--inquiries 0] [--seed 1]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readArguments, textOr, whole } from "#server/lib/command-line.ts";
import { builtRelease } from "../deploy/released-version.ts";
import { deliveryLines } from "./lib/receiver.ts";
import { formatLines, none } from "./lib/table.ts";
import { rollingUpgrade } from "./upgrade/rolling-upgrade.ts";

const usage = `npm run chaos -- upgrade [options]

  --seconds <n>    how long both versions run together (60)
  --inquiries <n>  how many are there before (0)
  --seed <n>       repeats a run, as far as the machine's timing allows
  --dist <folder>  the build to upgrade to (dist)`;

const { values } = readArguments({
  usage,
  options: {
    seconds: whole(60),
    inquiries: whole(0, 0),
    seed: whole(Date.now() % 1_000_000, 0),
    dist: textOr("dist"),
  },
});

const folder = mkdtempSync(join(tmpdir(), "front-desk-upgrade-"));
try {
  const { found, faults, doings, delivered, mails, ...result } = await rollingUpgrade({
    from: dirname(builtRelease("0.2.0")),
    to: values.dist,
    folder,
    seconds: { before: 5, both: values.seconds, after: 5 },
    seed: values.seed,
    inquiries: values.inquiries,
    progress: (line) => console.error(line),
  });
  const { text, isGood } = formatLines(`upgrade from 0.2.0, seed ${values.seed}`, [
    { name: "requests", figure: doings.requests },
    none("  failed, or not kept as acknowledged", faults.length),
    { name: "  the slowest", figure: `${doings.slowest.toFixed(0)} ms` },
    { name: "inquiries accepted", figure: result.accepted },
    none("  lost", found.lost),
    none("  doubled", found.doubled),
    none("  without their exact messages in the outbox", found.outbox),
    none("  not found by the search index", found.unfound),
    none("counters that differ from the rows", found.counters),
    { name: "answers on private pages", figure: doings.answers.length },
    { name: "replies", figure: doings.replies.length },
    { name: "notes", figure: doings.notes.length },
    { name: "inquiries that members changed", figure: doings.versions.size },
    { name: "  changes that came too late", figure: doings.stale },
    { name: "inquiries shown to members by 0.2.0", figure: doings.shownBy.from },
    { name: "  by the new version", figure: doings.shownBy.to },
    ...deliveryLines(delivered),
    { name: "emails", figure: mails.sent },
    none("  sent twice", mails.doubled),
    none("  with a link to set a new password, unasked", mails.ofPasswords),
    { name: "the first new instance: from its spawning to its response", figure: `${result.migration.toFixed(0)} ms` },
  ]);
  console.log(text);
  for (const line of [...found.faults, ...faults].slice(0, 20)) console.log(line);
  if (!isGood) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
