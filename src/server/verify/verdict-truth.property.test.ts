import { domainToUnicode } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readings } from "#domain/lookalike/channel-key.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";
import { editNames, isReached, type Official, questions } from "./testing-hostile-texts.ts";
import { createVerify } from "./verify.ts";

/**
 * `npm test -- --all` tries 100,000 texts, `VERDICT_RUNS=1000000 npm test -- --unit verdict-truth` a million;
 * `VERDICT_SEED` selects other texts.
 */
const seed = Number(process.env["VERDICT_SEED"] ?? 1);
const runs = Number(process.env["VERDICT_RUNS"] ?? (process.env["TEST_ALL"] === "1" ? 100_000 : 5000));

const reader = {
  readNumber: (text: string) => readPhoneNumber(text, "IN")?.key.slice(1) ?? null,
  hostInUnicode: domainToUnicode,
};

const ask = async (text: string, officials: readonly Official[]) => {
  const current = officials.map(({ type, value }, at) => ({ _id: String(at), type, value, proof: "" }));
  const official = async () => ({ isHidden: false, current, retired: [] });
  return createVerify({ official, country: () => "IN" }).verify(text);
};

describe("of random lists and random hostile texts", () => {
  it(
    `only what leads to a channel of ours, and nowhere else, is called so (${runs} texts)`,
    { timeout: 3_600_000 },
    async () => {
      const count = { official: 0, usual: 0, turnedAway: 0 };
      const made = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(questions, async ({ officials, text, edits }) => {
          const verdict = await ask(text, officials);
          for (const edit of edits) made.set(edit, (made.get(edit) ?? 0) + 1);
          // Looks like a value, and is rejected for how it is written.
          if (edits.length > 0 && readings(text, reader).loose.length > 0) count.turnedAway += 1;
          if (edits.length === 0) {
            count.usual += 1;
            if (verdict.verdict !== "official") throw new Error(`${JSON.stringify(text)} is ${verdict.verdict}`);
          }
          if (verdict.verdict !== "official") return;
          count.official += 1;
          for (const { type, value } of verdict.channels) {
            const said = officials.filter((one) => one.type === type && one.value === value);
            if (!said.some((one) => isReached(text, one)))
              throw new Error(`${JSON.stringify(text)} is said to be ${type} ${value}; ${edits.join(", ")}`);
          }
        }),
        { numRuns: runs, seed },
      );
      // Checks the texts' quality: each edit occurs, and most results are not plainly somebody else's.
      for (const name of editNames) expect(made.get(name) ?? 0, name).toBeGreaterThan(runs / 50);
      expect(count.usual).toBeGreaterThan(runs / 50);
      expect(count.official).toBeGreaterThan(runs / 10);
      expect(count.turnedAway).toBeGreaterThan(runs / 10);
    },
  );
});
