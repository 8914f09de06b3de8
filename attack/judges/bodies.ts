import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import * as fc from "fast-check";
import { ask } from "../ask.ts";
import { type Asked, hostileRequests, type HostileRequest } from "../hostile.ts";
import { type Judge, noFindings } from "../judge.ts";
import { callsOf, type Call, createChecker } from "../openapi.ts";
import { createRecentIds } from "../recent-ids.ts";
import { remember } from "../remember.ts";
import { createTally, type Tally } from "../tally.ts";
import type { Target } from "../target.ts";

/** So many are on their way at once, at most. */
const batch = 128;
/** fast-check makes batches of any size up to that one; each server is asked by so many of them, some 50,000 requests. */
const batchesPerServer = 850;
/** So many servers may show a fault, each its own, before it is enough. */
const faultyServers = 3;

/** How many requests, which of them (the same seed gives the same ones) and for how long at most; `path` goes straight to a fault that was found. */
export interface HowMany {
  runs: number;
  seed?: number;
  seconds?: number;
  path?: string | undefined;
}

/**
 * fast-check: `runs` hostile requests over every call of the OpenAPI document, each answer without a fault of ours and true to the
 * document. What is written grows with them, so every 50,000 or so meet a new server, with the next seed.
 */
export function hostileBodies({ runs, seed = 5, seconds = 7200, path }: HowMany): Judge {
  return {
    name: "fast-check",
    async run(first) {
      const started = performance.now();
      const tally = createTally();
      const findings: string[] = [];
      let faulty = 0;
      let servers = 0;
      while (tally.asked() < runs && faulty < faultyServers && left() > 0) {
        const target = servers === 0 ? first : await first.another();
        try {
          const fault = await askBatches(target, tally, {
            seed: seed + servers,
            // On average a batch is of nearly half its greatest size.
            numRuns: Math.min(batchesPerServer, Math.ceil((runs - tally.asked()) / (batch / 2))),
            interruptAfterTimeLimit: left(),
            ...(path === undefined ? {} : { path }),
          });
          if (fault !== undefined) {
            findings.push(fault);
            faulty += 1;
          }
        } finally {
          if (target !== first) await target.stop();
        }
        console.log(`fast-check: ${tally.asked()} of ${runs} requests`);
        servers += 1;
        if (path !== undefined) break;
      }
      const taken = (performance.now() - started) / 1000;
      if (findings.length === 0 && path === undefined && tally.asked() < runs) {
        findings.push(`only ${tally.asked()} of ${runs} requests in ${seconds} s`);
      }
      const verdict = noFindings(
        versionOfFastCheck(),
        `${tally.summary()}; ${servers} servers, seed ${seed} and on; ${Math.round(tally.asked() / taken)} requests/s`,
        findings,
      );
      console.log(tally.table());
      return { ...verdict, aim: "0 answers of 5xx, all true to the document" };

      function left(): number {
        return seconds * 1000 - (performance.now() - started);
      }
    },
  };
}

/** Asks one server; says which request it answered wrongly, as small as it could be made. */
async function askBatches(
  target: Target,
  tally: Tally,
  parameters: { seed: number; numRuns: number; path?: string; interruptAfterTimeLimit: number },
): Promise<string | undefined> {
  const document: unknown = await (await fetch(`${target.origin}/api/openapi.json`)).json();
  const calls = callsOf(document);
  const check = createChecker(document);
  const session = keepSession(target);
  const recent = createRecentIds();
  const agent = new Agent({ keepAlive: true, maxSockets: batch });

  async function askOne({ call, request }: Asked): Promise<{ status: number; fault: string | undefined }> {
    const filled = recent.fill(call, request);
    const answer = await ask(target.origin, agent, filled, await session.cookie(call, request));
    session.saw(call, request, answer.status);
    recent.learn(call, answer.status, answer.body);
    return { status: answer.status, fault: check(call, answer) };
  }

  tally.expect(calls);
  const requests = remember(hostileRequests(calls));
  let wrong: { asked: Asked; fault: string } | undefined;
  const property = fc.asyncProperty(
    fc.array(requests, { minLength: 1, maxLength: batch, size: "max" }),
    async (several) => {
      const answers = await Promise.all(several.map(askOne));
      for (const [at, { status, fault }] of answers.entries()) {
        const asked = several[at];
        if (asked === undefined) continue;
        tally.count(asked.call, status, fault);
        if (fault !== undefined) wrong ??= { asked, fault };
      }
      return wrong === undefined;
    },
  );
  // Made smaller as a whole, a batch would take most of an hour: what is wrong is one request of it.
  const found = await fc.check(property, { ...parameters, endOnFailure: true });
  if (found.failed && wrong === undefined) throw found.errorInstance;
  let smallest = wrong?.asked.request;
  if (wrong !== undefined) {
    const one = fc.asyncProperty(
      requests.again(wrong.asked),
      async (asked) => (await askOne(asked)).fault === undefined,
    );
    const details = await fc.check(one, { numRuns: 1, interruptAfterTimeLimit: 60_000 });
    smallest = details.counterexample?.[0].request ?? smallest;
  }
  agent.destroy();
  if (wrong === undefined) return undefined;
  const { method, path } = wrong.asked.call;
  const replay = `--seed ${found.seed}, or its batch alone with --path ${found.counterexamplePath ?? ""}`;
  return `${method} ${path}: ${wrong.fault}; again with ${replay}; ${JSON.stringify(smallest).slice(0, 1000)}`;
}

/** Of the product's own development dependency. */
function versionOfFastCheck(): string {
  // A file of npm's, which has a version.
  const text = readFileSync(join(import.meta.dirname, "../../node_modules/fast-check/package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** A session for the team's calls, a new one after each call that may have ended it. */
function keepSession(target: Target) {
  let current: Promise<string> | undefined;
  return {
    async cookie(call: Call, { withSession }: HostileRequest): Promise<string | undefined> {
      // What ends sessions would end ours with nearly each request; a share of them is enough.
      if (!withSession) return undefined;
      if (call.endsSessions) return target.signIn();
      current ??= target.signIn();
      return current;
    },
    saw(call: Call, { withSession }: HostileRequest, status: number): void {
      if (withSession && (call.endsSessions || status === 401)) current = undefined;
    },
  };
}
