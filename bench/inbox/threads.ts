import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGenerator } from "../generator.ts";
import { openStore } from "#server/open-store.ts";
import { type Figure, median, type Options } from "../figures.ts";
import { serveInbox } from "./api.ts";

const usual = { entries: 200, samples: 100 };
const least = { entries: 4, samples: 1 };

/** Measures how long it takes to open a thread of many entries, beside one of two. */
export async function measureThreads({
  runs: rounds,
  short: isShort,
}: Pick<Options, "runs" | "short">): Promise<Figure> {
  // `samples` is how often each thread is opened in a round.
  const { entries: most, samples } = isShort ? least : usual;
  const dataDir = mkdtempSync(join(tmpdir(), "front-desk-bench-"));
  const store = await openStore({ dataDir });
  try {
    const { app, services, headers } = await serveInbox(store);

    const generate = createGenerator(1);
    /** Makes a thread, and returns a function that opens it. */
    async function thread(entries: number) {
      const { receiptKey, reference } = await services.inquiries.submit(generate().fields);
      const options = { idempotencyKey: undefined, isSuspected: false };
      const answer = (count: number) =>
        services.conversations.answer(receiptKey, `Answer ${count} on my withdrawal`, options);
      for (let count = 0; count < entries / 2; count++) await answer(count);
      const list = await app.inject({ url: "/api/contact-inquiries", query: { search: reference }, headers });
      const { id, version } = list.json().inquiries[0];
      const reply = { id: randomUUID(), way: "page" as const, text: "Please wait." };
      await services.replies.send(id, version, reply, { id: "member", email: "owner@example.com" });
      for (let count = entries / 2; count < entries - 1; count++) await answer(count);
      const url = `/api/contact-inquiries/${id}`;
      return async () => {
        const taken: number[] = [];
        for (let count = 0; count < samples; count++) {
          const started = performance.now();
          const { statusCode } = await app.inject({ url, headers });
          taken.push(performance.now() - started);
          if (statusCode !== 200) throw new Error(`the thread answered ${statusCode}`);
        }
        return median(taken);
      };
    }

    const [short, long] = [await thread(2), await thread(most)];
    const runs = { short: [] as number[], long: [] as number[] };
    // Round 0 prepares statements and warms caches.
    for (let round = 0; round <= rounds; round++) {
      const [one, other] = [await short(), await long()];
      if (round === 0) continue;
      runs.short.push(one);
      runs.long.push(other);
    }
    await app.close();
    return {
      name: `opening a thread of ${most} entries`,
      unit: "ms",
      runs: runs.long,
      peer: { name: "one of 2", runs: runs.short },
      aim: { bound: "≤", value: 1.5, times: true },
    };
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}
