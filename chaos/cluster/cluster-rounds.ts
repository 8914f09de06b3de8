import { mkdirSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { seededRandom } from "#domain/testing-random.ts";
import { type Checked, createChecker, nothingWrong } from "../lib/check.ts";
import { type Forwarder, openForwarder } from "../lib/forwarder.ts";
import { createLedger, type Ledger } from "../lib/ledger.ts";
import { type Faults, load } from "../lib/load.ts";
import { compareDelivered, letClaimsPass, readPostgres, untilDelivered } from "./postgres-check.ts";
import { type PostgresPair, startPair } from "./postgres-pair.ts";
import { type Delivered, setUpWebhook, startReceiver } from "../lib/receiver.ts";
import { type Server, sleep, spawnServer } from "../lib/server.ts";
import { freePort } from "../../src/server/testing-program.ts";

export interface ClusterOptions {
  dist: string;
  /** The parent folder of the instances' folders. */
  folder: string;
  rounds: number;
  seed: number;
  /** Uses a PostgreSQL that answers commits before they are on disk, with an asynchronous standby. */
  isUnsafe?: boolean;
  /** Skips the minutes after which the claims of a killed instance are due again. */
  passesClaims?: boolean;
  /** Ends early at a fault of this kind. */
  stopAt?: Exclude<keyof Checked, "faults">;
  /** Ends early, after the current round. */
  signal?: AbortSignal;
  progress?: (line: string) => void;
}

export interface ClusterResult {
  rounds: number;
  kills: { instances: number; primaries: number };
  sent: number;
  accepted: number;
  /** Sent without a key, so a retry is not possible: no response, or one that asked for a retry. */
  unsure: number;
  /** The result of the last check; lost or doubled rows stay so. */
  found: Checked;
  /** Promises that responses broke, one line each. */
  faults: Faults;
  delivered: Delivered;
  /** Milliseconds from a kill to the first 201 for an inquiry sent after it. */
  again: { instances: number[]; primaries: number[] };
  /** Milliseconds until each instance is ready: from its spawn, and from the primary's death. */
  ready: { instances: number[]; primaries: number[] };
  /** Public pages requested while there was no primary, and those that failed. */
  pages: { asked: number; failed: number };
}

const instances = 3;
/** Milliseconds that a client waits before it retries a rejected request. */
const againAfter = 100;

/**
 * Kills instances and primaries under load repeatedly, and compares what the next primary keeps with what was promised.
 */
export async function clusterRounds(options: ClusterOptions): Promise<ClusterResult> {
  const { rounds, seed, isUnsafe = false, progress = () => {} } = options;
  const random = seededRandom(seed);
  const ledger = createLedger(random);
  const checker = createChecker({ ledger, messages: 1, mayBeKept: true });
  const result: Omit<ClusterResult, "sent" | "accepted" | "unsure" | "delivered"> = {
    rounds: 0,
    kills: { instances: 0, primaries: 0 },
    found: nothingWrong(),
    faults: [],
    again: { instances: [], primaries: [] },
    ready: { instances: [], primaries: [] },
    pages: { asked: 0, failed: 0 },
  };
  const receiver = await startReceiver();
  const pair = await startPair({ isUnsafe });
  const balancer = await openForwarder();
  const cluster = createCluster(options, pair, balancer);
  const compare = async () => {
    result.found = checker.compare(await readPostgres(pair.url), { isFull: true });
  };
  try {
    await setUpWebhook(await cluster.start(), receiver.url);
    await compare();

    let isCaught = false;
    for (; !isCaught && result.rounds < rounds && options.signal?.aborted !== true; result.rounds += 1) {
      const loaded = await underLoad({ port: balancer.port, ledger, random }, async (served) => {
        // The first two rounds kill one of each.
        const isPrimary = result.rounds < 2 ? result.rounds === 0 : random() < 0.5;
        if (isPrimary) {
          result.kills.primaries += 1;
          const diedAt = await pair.killPrimary(random() * 300);
          const pages = cluster.visit();
          await pair.promote({ isLate: random() < 0.5 });
          result.again.primaries.push((await served(diedAt)) - diedAt);
          await cluster.untilReady();
          result.ready.primaries.push(performance.now() - diedAt);
          const { asked, failed } = await pages.end();
          result.pages.asked += asked;
          result.pages.failed += failed;
          await pair.addStandby();
        } else {
          result.kills.instances += 1;
          const which = Math.floor(random() * instances);
          const diedAt = await cluster.kill(which);
          result.again.instances.push((await served(diedAt)) - diedAt);
          result.ready.instances.push(await cluster.revive(which));
        }
      });
      result.faults.push(...loaded);
      await compare();
      isCaught = options.stopAt !== undefined && result.found[options.stopAt] > 0;
      if (result.rounds % 10 === 9) progress(`${result.rounds + 1} rounds, ${ledger.count("accepted")} accepted`);
    }

    if (!isCaught) {
      // A client with a key retries until it gets a response.
      result.faults.push(...(await settleKeyed({ port: balancer.port, ledger, random })));
      if (options.passesClaims === true) {
        await letClaimsPass(pair.url);
        await cluster.restart();
      }
      await untilDelivered(pair.url);
      await compare();
    }
    const delivered = await compareDelivered(pair.url, receiver);
    const accepted = ledger.count("accepted");
    return { ...result, sent: ledger.all.length, accepted, unsure: ledger.all.length - accepted, delivered };
  } finally {
    await cluster.close();
    await Promise.all([balancer.close(), pair.close(), receiver.close()]);
  }
}

interface Loaded {
  port: number;
  ledger: Ledger;
  random: () => number;
}

/**
 * Runs `work` some time after clients begin to send. `served` resolves with the time of the first 201 for an inquiry
 * sent after a given moment. Resolves with the broken promises.
 */
async function underLoad(
  { port, ledger, random }: Loaded,
  work: (served: (after: number) => Promise<number>) => Promise<void>,
): Promise<Faults> {
  const stop = new AbortController();
  const responses: Array<{ sentAt: number; at: number }> = [];
  const loading = load({
    port,
    ledger,
    random,
    clients: 2 + Math.floor(random() * 22),
    signal: stop.signal,
    againAfter,
    onResponse({ status }, sentAt) {
      if (status === 201) responses.push({ sentAt, at: performance.now() });
    },
  });
  const served = async (after: number): Promise<number> => {
    const deadline = performance.now() + 60_000;
    for (;;) {
      const found = responses.find(({ sentAt }) => sentAt >= after);
      if (found !== undefined) return found.at;
      if (performance.now() > deadline) throw new Error("no inquiry was accepted within a minute of a kill");
      await sleep(1);
    }
  };
  try {
    // After a number of responses, however slow the machine is; then at a random time.
    const goal = ledger.count("accepted") + 20 + Math.floor(random() * 100);
    const latest = performance.now() + 10_000;
    while (ledger.count("accepted") < goal && performance.now() < latest) await sleep(1);
    await sleep(random() * 50);
    await work(served);
  } finally {
    stop.abort();
  }
  return loading;
}

/** Retries inquiries with a key until they are accepted. */
async function settleKeyed({ port, ledger, random }: Loaded): Promise<Faults> {
  const open = () => ledger.all.some(({ key, state }) => key !== undefined && state !== "accepted");
  const faults: Faults = [];
  const deadline = performance.now() + 60_000;
  while (open() && performance.now() < deadline) {
    const stop = new AbortController();
    const loading = load({ port, ledger, random, clients: 4, signal: stop.signal, againAfter });
    await sleep(300);
    stop.abort();
    faults.push(...(await loading));
  }
  if (open()) faults.push("what has a key was not accepted within a minute of asking again");
  return faults;
}

/** The instances behind their balancer, with a shared key and a folder each. */
function createCluster({ dist, folder }: ClusterOptions, pair: PostgresPair, balancer: Forwarder) {
  const servers: Server[] = [];
  const keyFile = join(folder, "instance-0", "signing-key.pem");

  async function spawn(which: number): Promise<Server> {
    const dataDir = join(folder, `instance-${which}`);
    mkdirSync(dataDir, { recursive: true });
    const port = servers[which]?.port ?? (await freePort());
    // The first instance makes the key.
    const isFirst = servers.length === 0;
    const env = { DATABASE_URL: pair.url, ...(isFirst ? {} : { SIGNING_KEY_FILE: keyFile }) };
    const server = spawnServer({ dist, dataDir, port, env });
    servers[which] = server;
    return server;
  }

  return {
    /** Starts them one after the other; resolves with the address of the first. */
    async start(): Promise<string> {
      for (let which = 0; which < instances; which += 1) await (await spawn(which)).untilReady();
      balancer.lead(servers.map(({ port }) => port));
      return servers[0]?.origin ?? "";
    },

    async kill(which: number): Promise<number> {
      const diedAt = performance.now();
      await servers[which]?.end("SIGKILL");
      return diedAt;
    },

    /** Restarts an instance; resolves with the milliseconds until its store responds. */
    async revive(which: number): Promise<number> {
      return (await spawn(which)).untilFirstResponse(60, "/readyz");
    },

    /** Stops each instance cleanly and starts it again, so that it checks immediately for due work. */
    async restart(): Promise<void> {
      for (const [which, server] of servers.entries()) {
        const { code } = await server.end("SIGTERM");
        if (code !== 0) throw new Error(`an instance that was asked to stop ended with ${code}: ${server.output()}`);
        await this.revive(which);
      }
    },

    async untilReady(): Promise<void> {
      await Promise.all(servers.map((server) => server.untilFirstResponse(60, "/readyz")));
    },

    /** Requests a page from every instance repeatedly, until `end` is called. */
    visit() {
      const stop = new AbortController();
      let asked = 0;
      let failed = 0;
      const visiting = servers.map(async ({ port }) => {
        while (!stop.signal.aborted) {
          asked += 1;
          if ((await statusOf(port, "/contact")) !== 200) failed += 1;
          await sleep(20);
        }
      });
      return {
        async end() {
          stop.abort();
          await Promise.all(visiting);
          return { asked, failed };
        },
      };
    },

    async close(): Promise<void> {
      await Promise.all(servers.map((server) => server.end("SIGKILL")));
    },
  };
}

function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      response.resume().on("close", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", () => resolve(0));
  });
}
