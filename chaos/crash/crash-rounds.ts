import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openStore } from "#server/open-store.ts";
import { fill } from "../../bench/fill.ts";
import { seededRandom } from "#domain/testing-random.ts";
import { addChecked, type Checked, createChecker, leftAfterSweep, nothingWrong } from "../lib/check.ts";
import { createLedger } from "../lib/ledger.ts";
import { load } from "../lib/load.ts";
import { type Delivered, type Receiver, setUpWebhook, startReceiver } from "../lib/receiver.ts";
import { type Server, sleep, spawnServer } from "../lib/server.ts";
import { freePort } from "../../src/server/testing-program.ts";

export interface CrashOptions {
  dist: string;
  dataDir: string;
  rounds: number;
  seed: number;
  /** Inquiries stored before the first round. */
  inquiries: number;
  /** Ends early at a fault of this kind. */
  stopAt?: Exclude<keyof Checked, "faults">;
  /** Ends early, after the current round. */
  signal?: AbortSignal;
  progress?: (line: string) => void;
}

export interface CrashResult {
  rounds: number;
  /** Killed before the first response, and while serving. */
  kills: { starting: number; serving: number };
  sent: number;
  accepted: number;
  lostResponses: number;
  refused: number;
  found: Checked;
  delivered: Delivered;
  /** Milliseconds from spawn to first response, for each start after a kill. */
  starts: number[];
}

const fullCheckInterval = 50;

/**
 * Kills a server under load repeatedly, restarts it on the same store, and compares the store with what was promised.
 */
export async function crashRounds(options: CrashOptions): Promise<CrashResult> {
  const { dist, dataDir, rounds, seed, progress = () => {} } = options;
  const random = seededRandom(seed);
  const ledger = createLedger(random);
  const checker = createChecker({ ledger, messages: 1 });
  const port = await freePort();
  const receiver = await startReceiver();
  const start = () => spawnServer({ dist, dataDir, port });
  const kills = { starting: 0, serving: 0 };
  const starts: number[] = [];
  let found = nothingWrong();
  let server: Server | undefined;
  let done = 0;
  try {
    const store = await openStore({ dataDir });
    await fill(store, options.inquiries, { seed: 1, receivedAt: () => Date.now() });
    await store.close();
    server = start();
    await server.untilReady();
    await setUpWebhook(server.origin, receiver.url);
    // Marks the prefilled rows as seen; their notifications are not checked.
    checker.check(dataDir, { isFull: false });

    for (; done < rounds && options.signal?.aborted !== true; done += 1) {
      const stop = new AbortController();
      const loading = load({
        port,
        ledger,
        random,
        clients: 1 + Math.floor(random() * 16),
        files: 0.2,
        signal: stop.signal,
      });
      // After a number of responses, however slow the machine is, and sometimes before the first; then at a random
      // time.
      const goal = ledger.count("accepted") + Math.floor(random() * random() * 60);
      const latest = performance.now() + 5000;
      while (ledger.count("accepted") < goal && performance.now() < latest) await sleep(1);
      await sleep(random() * 20);
      await server.end("SIGKILL");
      kills.serving += 1;
      stop.abort();
      found.faults.push(...(await loading));
      if (random() < 0.1) {
        server = start();
        await sleep(random() * 400);
        await server.end("SIGKILL");
        kills.starting += 1;
      }
      server = start();
      starts.push(await server.untilFirstResponse());
      found = addChecked(found, checker.check(dataDir, { isFull: done % fullCheckInterval === fullCheckInterval - 1 }));
      if (options.stopAt !== undefined && found[options.stopAt] > 0) break;
      if (done % 20 === 19) progress(`${done + 1} rounds, ${ledger.count("accepted")} accepted`);
    }

    await untilDelivered(dataDir);
    found = addChecked(found, checker.check(dataDir, { isFull: true }));
    const delivered = compareDelivered(dataDir, receiver);
    await server.end("SIGTERM");
    found.faults.push(...(await leftAfterSweep(dataDir)));
    return {
      rounds: done,
      kills,
      sent: ledger.all.length,
      accepted: ledger.count("accepted"),
      lostResponses: ledger.count("lost"),
      refused: ledger.count("refused"),
      found,
      delivered,
      starts,
    };
  } finally {
    server?.child.kill("SIGKILL");
    await receiver.close();
  }
}

/** Resolves when the outbox is empty. */
async function untilDelivered(dataDir: string): Promise<void> {
  const deadline = performance.now() + 120_000;
  const db = new DatabaseSync(join(dataDir, "front-desk.sqlite"), { readOnly: true, timeout: 5000 });
  const waiting = db.prepare("select count(*) as n from outbox where state <> 'delivered'");
  while ((waiting.get() as { n: number }).n > 0 && performance.now() < deadline) await sleep(20);
  db.close();
}

/** Compares the store's notifications with what the receiver got: no more and no fewer. */
function compareDelivered(dataDir: string, receiver: Receiver): Delivered {
  const db = new DatabaseSync(join(dataDir, "front-desk.sqlite"), { readOnly: true, timeout: 5000 });
  const rows = db.prepare("select id from outbox where channel = 'webhook'").all() as Array<{ id: string }>;
  db.close();
  return receiver.compare(rows.map(({ id }) => id));
}
