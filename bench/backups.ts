import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { makeBackup } from "#server/backup/make-backup.ts";
import { openBackup } from "#server/backup/restore/restore.ts";
import { admissionTo, openingWith } from "#server/backup/testing.ts";
import { attach, storeWithInquiry } from "#server/backup/testing-files.ts";
import { openStore } from "#server/open-store.ts";
import { day } from "#domain/time/durations.ts";
import { measureServing } from "./backups/serving.ts";
import type { Bench, Figure } from "./figures.ts";
import { fill } from "./fill.ts";
import { openWorkplace } from "./server/workplace.ts";

const fileBytes = 500_000;
const long = { files: 2000, inquiries: 10_000 };
const least = { files: 20, inquiries: 10 };
const kept = 14;
/** Half a percent of the files. */
const filesADay = 10;

/** The room and the time that backups with 1 GB of files take, one a day, 14 of them kept. */
export const backups: Bench = {
  name: "backups",
  async run(options) {
    const { short } = options;
    const { files, inquiries } = short ? least : long;
    const workplace = openWorkplace();
    const [dataDir, folder] = [join(workplace.folder, "data"), join(workplace.folder, "backups")];
    const identity = await generateIdentity();
    const key = { kind: "recipient", recipient: await identityToRecipient(identity) } as const;
    try {
      await storeWithInquiry(dataDir);
      const store = await openStore({ dataDir });
      await fill(store, inquiries, { seed: 20_261_129, receivedAt: (number) => 1_700_000_000_000 + number });
      await store.close();
      const add = async (count: number) => {
        for (let left = count; left > 0; left -= 50)
          await attach(
            dataDir,
            Array.from({ length: Math.min(left, 50) }, () => randomBytes(fileBytes)),
          );
      };
      await add(files);
      const seconds: number[] = [];
      let signer = "";
      let last = "";
      for (let number = 0; number < kept; number += 1) {
        if (number > 0) await add(filesADay);
        const started = performance.now();
        const order = { dataDir, folder, key, keep: kept, days: 30 };
        const made = await makeBackup(order, undefined, () => Date.now() - (kept - number) * day);
        seconds.push((performance.now() - started) / 1000);
        ({ signer, name: last } = made);
        console.error(`backup ${number + 1}: ${seconds.at(-1)?.toFixed(1)} s`);
      }
      const restored = join(workplace.folder, "restored");
      const started = performance.now();
      const opening = openingWith({ identities: [identity] }, admissionTo(restored, { key: signer }));
      const opened = await openBackup(restored, join(folder, last), opening);
      await opened.putInPlace(() => Promise.resolve());
      await opened.discard();
      const restoring = (performance.now() - started) / 1000;
      const size = megabytesIn(dataDir);
      const [first = 0, ...next] = seconds;
      const figures: Figure[] = [
        {
          name: `${kept} kept backups`,
          unit: "MB",
          runs: [megabytesIn(folder)],
          peer: { name: "the store with its files", runs: [size] },
          aim: { bound: "≤", value: 1.3, times: true },
        },
        {
          name: "  of them in the files that they share",
          unit: "MB",
          runs: [megabytesIn(join(folder, "pooled-files"))],
        },
        { name: "the first backup", unit: "s", runs: [first] },
        {
          name: "each further one",
          unit: "s",
          runs: next,
          peer: { name: "the first", runs: next.map(() => first) },
        },
        { name: "restoring the last one", unit: "s", runs: [restoring] },
        ...(await measureServing(workplace, key, options)),
      ];
      return { figures, missing: [], growth: [] };
    } finally {
      for (const each of [dataDir, folder]) rmSync(each, { recursive: true, force: true });
      await workplace.close();
    }
  },
};

function megabytesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const bytes = entries.filter((each) => each.isFile()).map((each) => statSync(join(each.parentPath, each.name)).size);
  return bytes.reduce((sum, each) => sum + each, 0) / 1_000_000;
}
