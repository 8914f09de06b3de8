import { noFindings, type Scanner } from "../scanner.ts";
import { type Call, callsOf } from "../openapi.ts";
import { askHead, askJson, type Reply } from "../requests.ts";
import { createRoles, type Role } from "../roles.ts";
import type { Target } from "../target.ts";
import { type Who, whoMayCall } from "../who-may-call.ts";

/** The expected response. `in`: the guard lets the request pass, whatever the call then does with it. */
type Expected = "in" | 401 | 403;

const signedIn: Readonly<Record<Who, Expected>> = { anyone: "in", team: "in", "set-up": "in", owner: "in" };
const stranger: Readonly<Record<Who, Expected>> = { anyone: "in", team: 401, "set-up": 401, owner: 401 };

const expected: Readonly<Record<Role, Readonly<Record<Who, Expected>>>> = {
  nobody: stranger,
  "a forged session": stranger,
  "a deactivated member's session": stranger,
  "an agent": { ...signedIn, owner: 403 },
  "an agent who must set up a second factor": { anyone: "in", team: 403, "set-up": "in", owner: 403 },
  "an owner": signedIn,
};

const elsewhere = { origin: "https://elsewhere.example" };
const safe: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Tests every call of the OpenAPI document with every role. A rejected caller gets the response from the request head
 * alone: 401 before 403, and both before the body is read. The body is never sent; it would be too large and of a wrong
 * type.
 */
export const rolesByCalls: Scanner = {
  name: "roles × calls",
  async run(target) {
    const calls = callsOf(await (await fetch(`${target.origin}/api/openapi.json`)).json());
    const findings = calls
      .map(nameOf)
      .filter((name) => whoMayCall[name] === undefined)
      .map((name) => `${name}: nobody has said who may call it (security/who-may-call.ts)`);
    for (const name of Object.keys(whoMayCall)) {
      if (!calls.some((call) => nameOf(call) === name))
        findings.push(`${name}: is in security/who-may-call.ts, and not a call`);
    }
    let requests = 0;
    const roles = await createRoles(target);
    for (const role of roles.names) {
      await roles.begin(role);
      for (const call of calls) {
        const who = whoMayCall[nameOf(call)];
        if (who === undefined) continue;
        const asked = await tryCall(target, call, expected[role][who], await roles.headers(role));
        roles.made(call);
        requests += asked.requests;
        findings.push(...asked.wrong.map((wrong) => `${nameOf(call)}: ${role} ${wrong}`));
      }
    }
    return noFindings("ours", `${calls.length} calls × ${roles.names.length} roles, ${requests} requests`, findings);
  },
};

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

async function tryCall(
  target: Target,
  call: Call,
  expects: Expected,
  headers: Record<string, string>,
): Promise<{ requests: number; wrong: string[] }> {
  const request = { method: call.method, path: call.path.replace(/\{\w+\}/, "00000000-0000-4000-8000-000000000000") };
  const wrong: string[] = [];
  let requests = 1;
  if (!safe.has(call.method)) {
    requests += 1;
    const reply = await askHead(target.origin, { ...request, headers: { ...headers, ...elsewhere } });
    const status = expects === 401 ? 401 : 403;
    if (reply.status !== status) wrong.push(`from another site is not answered with ${status} at once: ${said(reply)}`);
  }
  if (expects === "in") {
    const reply = await askJson(target.origin, { ...request, headers });
    if (!isIn(reply)) wrong.push(`is kept out: ${said(reply)}`);
  } else {
    const reply = await askHead(target.origin, { ...request, headers });
    if (reply.status !== expects) wrong.push(`is not answered with ${expects} at once: ${said(reply)}`);
  }
  return { requests, wrong };
}

/** Returns whether the guard let the request pass: a wrong password is a 401 too, a missing step-up a 403. */
function isIn({ status, body }: Reply): boolean {
  if (status === 0 || status >= 500) return false;
  if (status === 401) return !body.includes("Please sign in.");
  return status !== 403 || !/Only an owner can do this|second-factor-setup|from another site/.test(body);
}

function said({ status, body }: Reply): string {
  return status === 0 ? body : `${status} ${body.slice(0, 150)}`;
}
