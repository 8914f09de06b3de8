import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import * as fc from "fast-check";
import { type Judge, noFindings } from "../judge.ts";
import { callsOf, type Call, createChecker } from "../openapi.ts";
import { hostileRequests, type HostileRequest } from "../hostile.ts";
import { ask } from "../ask.ts";
import type { Target } from "../target.ts";

/** How many are on their way at once. */
const batch = 32;

/**
 * fast-check: `runs` hostile requests over every call of the OpenAPI document, each answer without a fault of ours and true to the
 * document. The same seed gives the same requests; after so many seconds it ends with what it has.
 */
export function hostileBodies(runs: number, seed = 5, seconds = 7200): Judge {
  return {
    name: "fast-check",
    async run(target) {
      const document: unknown = await (await fetch(`${target.origin}/api/openapi.json`)).json();
      const calls = callsOf(document);
      const check = createChecker(document);
      const session = keepSession(target);
      const agent = new Agent({ keepAlive: true, maxSockets: batch });
      let asked = 0;
      const statuses = new Map<number, number>();
      const findings: string[] = [];

      async function tryOne(call: Call, request: HostileRequest): Promise<void> {
        const answer = await ask(target.origin, agent, request, await session.cookie(call, request));
        asked += 1;
        session.saw(call, request, answer.status);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const fault = check(call, request, answer);
        if (fault !== undefined) throw new Error(`${request.method} ${request.path}: ${fault}`);
      }

      const property = fc.asyncProperty(
        fc.array(hostileRequests(calls), { minLength: batch, maxLength: batch }),
        async (requests) => {
          const results = await Promise.allSettled(requests.map(({ call, request }) => tryOne(call, request)));
          for (const result of results) if (result.status === "rejected") throw result.reason;
        },
      );
      const numRuns = Math.ceil(runs / batch);
      const details = await fc.check(property, {
        seed,
        numRuns,
        endOnFailure: false,
        interruptAfterTimeLimit: seconds * 1000,
      });
      agent.destroy();
      if (details.failed) {
        const error = details.errorInstance instanceof Error ? details.errorInstance.message : "it failed";
        const smallest = JSON.stringify(details.counterexample?.[0].map(({ request }) => request)).slice(0, 600);
        findings.push(`${error}; seed ${details.seed}, path ${details.counterexamplePath}; ${smallest}`);
      }
      const shares = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
      const looked = `${asked} requests over ${calls.length} calls (seed ${seed}); ${shares.join(", ")}`;
      const faults = [...statuses]
        .filter(([status]) => status >= 500)
        .map(([status, count]) => `${count} answers of ${status}`);
      const verdict = noFindings(versionOfFastCheck(), looked, [...new Set([...findings, ...faults])]);
      return { ...verdict, aim: "0 answers of 5xx, all true to the document" };
    },
  };
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
