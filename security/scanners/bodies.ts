import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import * as fc from "fast-check";
import { ask } from "../ask.ts";
import { type Asked, hostileRequests, type HostileRequest } from "../hostile.ts";
import { type Scanner, noFindings } from "../scanner.ts";
import { callsOf, type Call, createChecker } from "../openapi.ts";
import { createRecentIds } from "../recent-ids.ts";
import { remember } from "../remember.ts";
import { createHistogram, type Histogram } from "../histogram.ts";
import type { Target } from "../target.ts";

/** Max requests in flight. */
const batch = 128;
/**
 * Number of batches that each server gets, about 50,000 requests: fast-check makes batches of any size up to `batch`.
 */
const batchesPerServer = 850;
/** Stops after this many servers have shown a fault. */
const faultyServers = 3;

/**
 * The number of requests, their seed (the same seed gives the same requests) and the time limit. `path` replays a fault
 * that was found.
 */
export interface HowMany {
  runs: number;
  seed?: number;
  seconds?: number;
  path?: string | undefined;
}

/**
 * Sends `runs` hostile requests, made by fast-check, to all calls of the OpenAPI document. No response may be a 5xx or
 * differ from the document. Stored data slows a server down, so about every 50,000 requests go to a new one, with the
 * next seed.
 */
export function hostileBodies({ runs, seed = 5, seconds = 7200, path }: HowMany): Scanner {
  return {
    name: "fast-check",
    async run(first) {
      const started = performance.now();
      const histogram = createHistogram();
      const findings: string[] = [];
      let faulty = 0;
      let servers = 0;
      while (histogram.asked() < runs && faulty < faultyServers && left() > 0) {
        const target = servers === 0 ? first : await first.another();
        try {
          const fault = await askBatches(target, histogram, {
            seed: seed + servers,
            // An average batch has nearly half the maximum size.
            numRuns: Math.min(batchesPerServer, Math.ceil((runs - histogram.asked()) / (batch / 2))),
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
        console.log(`fast-check: ${histogram.asked()} of ${runs} requests`);
        servers += 1;
        if (path !== undefined) break;
      }
      const taken = (performance.now() - started) / 1000;
      if (findings.length === 0 && path === undefined && histogram.asked() < runs) {
        findings.push(`only ${histogram.asked()} of ${runs} requests in ${seconds} s`);
      }
      const verdict = noFindings(
        versionOfFastCheck(),
        `${histogram.summary()}; ${servers} servers, seed ${seed} and on; ${Math.round(histogram.asked() / taken)} requests/s`,
        findings,
      );
      console.log(histogram.table());
      return { ...verdict, aim: "0 answers of 5xx, all true to the document" };

      function left(): number {
        return seconds * 1000 - (performance.now() - started);
      }
    },
  };
}

/** Tests one server. Describes the request with the wrong response, shrunk as far as possible. */
async function askBatches(
  target: Target,
  histogram: Histogram,
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
    const response = await ask(target.origin, agent, filled, await session.cookie(call, request));
    session.saw(call, request, response.status);
    recent.learn(call, response.status, response.body);
    return { status: response.status, fault: check(call, response) };
  }

  histogram.expect(calls);
  const requests = remember(hostileRequests(calls));
  let wrong: { asked: Asked; fault: string } | undefined;
  const property = fc.asyncProperty(
    fc.array(requests, { minLength: 1, maxLength: batch, size: "max" }),
    async (several) => {
      const responses = await Promise.all(several.map(askOne));
      for (const [at, { status, fault }] of responses.entries()) {
        const asked = several[at];
        if (asked === undefined) continue;
        histogram.count(asked.call, status, fault);
        if (fault !== undefined) wrong ??= { asked, fault };
      }
      return wrong === undefined;
    },
  );
  // Shrinking a whole batch would take most of an hour, so only the failing request is shrunk.
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

/** The version of the product's own development dependency. */
function versionOfFastCheck(): string {
  // A package.json written by npm has a version.
  const text = readFileSync(join(import.meta.dirname, "../../node_modules/fast-check/package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Keeps a session for the team's calls, and replaces it after each call that may have ended it. */
function keepSession(target: Target) {
  let current: Promise<string> | undefined;
  return {
    async cookie(call: Call, { withSession }: HostileRequest): Promise<string | undefined> {
      // Calls that end sessions would end ours on nearly every request, so only a share of them has one.
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
