import { setTimeout as wait } from "node:timers/promises";
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { type FloodServer, startFloodServer } from "./flood-server.ts";
import { inquiryOf, type Reply, sendInquiry, visit } from "./visitors.ts";

/** A named check, and what is wrong if it fails. */
export interface Check {
  name: string;
  fault: string | null;
}

/** Long enough for a busy machine to solve one. */
const workSeconds = 6;
const waitSeconds = 1;
const env = {
  LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "40",
  LIMIT_FLOOD_WAIT_SECONDS: String(waitSeconds),
  LIMIT_WORK_SECONDS: String(workSeconds),
};
/** Each sends one inquiry, so that limits per network do not help. */
const networks = 200;

/** Ends a run at its first fault, if one is enough. */
class FirstFault extends Error {}

/**
 * Floods the server of this `dist` folder from many networks, and checks what honest visitors get; `endsEarly` stops at
 * the first fault.
 */
export async function runWork(dist: string, endsEarly = false): Promise<Check[]> {
  const server = await startFloodServer(dist, env);
  const checks: Check[] = [];
  try {
    await checkFlood(server, (check) => {
      checks.push(check);
      if (endsEarly && check.fault !== null) throw new FirstFault();
    });
  } catch (error) {
    await server.stop();
    if (!(error instanceof FirstFault)) throw error;
  }
  return checks;
}

async function checkFlood(server: FloodServer, report: (check: Check) => void): Promise<void> {
  const { port } = server;
  const check = (name: string, isRight: boolean, found: unknown) =>
    report({ name, fault: isRight ? null : JSON.stringify(found) });
  let accepted = 0;
  const counted = (reply: Reply) => {
    if (reply.status === 201 || reply.status === 303) accepted += 1;
    return reply;
  };
  const send = async (query: string, more: Record<string, string> = {}) =>
    counted(await sendInquiry(port, "127.0.2.1", query, more));

  const flood: Reply[] = [];
  for (let each = 0; each < networks; each += 1) {
    flood.push(await sendInquiry(port, `127.0.4.${1 + each}`, `flood ${each}`));
  }
  const taken = flood.filter(({ status }) => status === 201).length;
  const asked = flood.filter(({ status }) => status === 429).length;
  // The limit, plus its refill meanwhile: more on a slow machine.
  check(
    "a flood from many networks is asked to work",
    taken >= 40 && asked >= networks / 2 && taken + asked === networks,
    {
      taken,
      asked,
    },
  );

  const late = await solved(challengeIn((await send("asked")).body));
  const lateFrom = performance.now() + (workSeconds + 1.5) * 1000;
  const work = await solvedInTime(send);
  const worked = await send("worked", { work });
  check("solved work lets an inquiry through", worked.status === 201, worked.status);
  check("but not twice", (await send("worked again", { work })).status === 429, "accepted twice");
  const together = await solvedInTime(send);
  const both = await Promise.all([1, 2, 3, 4].map((each) => send(`at once ${each}`, { work: together })));
  const passed = both.filter(({ status }) => status === 201).length;
  check("nor twice at the same moment", passed === 1, { passed });
  const type = "application/x-www-form-urlencoded";
  const form = async (query: string, formTime: string) => {
    const body = new URLSearchParams({ ...inquiryOf(query), formTime }).toString();
    return counted(await visit(port, "127.0.2.2", "/contact/message", { type, body }));
  };
  const shown = formTimeIn((await visit(port, "127.0.2.2", "/contact/message")).body);
  const without = await form("a plain form without a time", "");
  check(
    "a plain form without a time waits",
    without.status === 429 && without.headers["retry-after"] === "1",
    without.status,
  );
  await wait(waitSeconds * 1000 + 100);
  check("after its wait it is taken", (await form("a plain form", shown)).status === 303, shown);
  check("each plain form once", (await form("a plain form again", shown)).status === 429, "accepted twice");

  await wait(Math.max(0, lateFrom - performance.now()));
  check("no work is taken after its end", (await send("too late", { work: late })).status === 429, "accepted");

  const kept = await server.stop();
  const others = kept.filter((query) => !/^(flood \d+|worked|at once \d|a plain form)$/.test(query));
  const expected = taken + accepted;
  check("what was accepted is in the store, and nothing else", kept.length === expected && others.length === 0, {
    kept: kept.length,
    expected,
    others,
  });
}

/** Solves a challenge well before it expires; a machine that stalled gets another one. */
async function solvedInTime(send: (query: string) => Promise<Reply>): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const asked = performance.now();
    const work = await solved(challengeIn((await send("asked")).body));
    if (performance.now() - asked < (workSeconds * 1000) / 2 || tries === 5) return work;
  }
}

function challengeIn(body: string): Challenge | undefined {
  // The server's own tests check its responses against the document.
  return body === "" ? undefined : (JSON.parse(body) as { challenge?: Challenge }).challenge;
}

/** The payload to send; empty if there was nothing to solve. */
async function solved(challenge: Challenge | undefined): Promise<string> {
  if (challenge === undefined) return "";
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

const formTimeIn = (page: string) => /name="formTime" value="([^"]+)"/.exec(page)?.[1] ?? "";
