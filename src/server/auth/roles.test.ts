import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Member } from "#contract/auth/session.ts";
import {
  type ApiResponse,
  type ApiTest,
  createApiTest,
  type ExampleCall,
  exampleCalls,
  named,
} from "../testing-api.ts";

type Who = "a stranger" | "an expired session" | "a deactivated member" | "an agent" | "an owner";
type Answered = "asked to sign in" | "refused" | "let in";

/** The expected outcome by the call's access and the caller. */
const expected: Record<ExampleCall["access"], Record<Who, Answered>> = {
  anyone: {
    "a stranger": "let in",
    "an expired session": "let in",
    "a deactivated member": "let in",
    "an agent": "let in",
    "an owner": "let in",
  },
  team: {
    "a stranger": "asked to sign in",
    "an expired session": "asked to sign in",
    "a deactivated member": "asked to sign in",
    "an agent": "let in",
    "an owner": "let in",
  },
  owner: {
    "a stranger": "asked to sign in",
    "an expired session": "asked to sign in",
    "a deactivated member": "asked to sign in",
    "an agent": "refused",
    "an owner": "let in",
  },
};

function answered({ statusCode, payload }: ApiResponse): Answered {
  if (statusCode === 401 && payload.includes("Please sign in.")) return "asked to sign in";
  if (statusCode === 403) return "refused";
  return "let in";
}

/** The cookie of each caller. */
async function cookies(api: ApiTest): Promise<Record<Who, string | undefined>> {
  const { store, services, db, clock } = api;
  const startSession = async (member: Member) => {
    const { token } = await services.sessions.start(member);
    // A step-up after the sign-in, which changing one's own password needs.
    clock.advance({ seconds: 1 });
    await services.sessions.recordStepUp({ token, member });
    return `session=${token}`;
  };
  const former = { id: "former", email: "former@example.com", role: "owner" as const };
  await store.members.insert({ ...former, passwordHash: "none" }, clock.now());
  const expired = await startSession(api.member);
  clock.advance({ days: 8 });
  const deactivated = await startSession(former);
  // Written directly, because the store's method would also end the session.
  await db.updateTable("member").set({ is_active: 0 }).where("id", "=", former.id).execute();
  return {
    "a stranger": undefined,
    "an expired session": expired,
    "a deactivated member": deactivated,
    "an agent": await startSession(api.agent),
    "an owner": await startSession(api.member),
  };
}

interface Started {
  api: ApiTest;
  sessions: Record<Who, string | undefined>;
}

async function start(): Promise<Started> {
  const api = await createApiTest();
  const sessions = await cookies(api);
  // An agent may undo what an agent did.
  const channel = { type: "email", value: "new@example.com", isActive: true, proof: "" } as const;
  await api.services.channels.add(channel, { member: api.agent, hasSteppedUp: true });
  api.known.changeNumber = (await api.services.channels.channelList()).list.history.count;
  return { api, sessions };
}

async function expectAnswer({ api, sessions }: Started, call: ExampleCall, who: Who, how: Answered): Promise<void> {
  const before = await api.dump();
  const response = await api.send(call, { cookie: sessions[who] });
  expect(answered(response)).toBe(how);
  if (how !== "let in") expect(await api.dump()).toEqual(before);
}

const casesOf = (call: ExampleCall) => Object.entries(expected[call.access]) as Array<[Who, Answered]>;
const hasEffect = ({ method }: ExampleCall, how: Answered) => method !== "GET" && how === "let in";

describe("a call without an effect", () => {
  let started: Started;
  beforeAll(async () => void (started = await start()));
  afterAll(() => started.api.close());

  const cases = named(exampleCalls).flatMap(([name, call]) =>
    casesOf(call).map(([who, how]) => ({ name, call, who, how })),
  );
  it.each(cases.filter(({ call, how }) => !hasEffect(call, how)))("$name: $who is $how", ({ call, who, how }) =>
    expectAnswer(started, call, who, how),
  );
});

describe.each(named(exampleCalls.filter(({ method }) => method !== "GET")))("%s", (_name, call) => {
  let started: Started;
  beforeAll(async () => void (started = await start()));
  afterAll(() => started.api.close());

  // The owner comes last, because an owner's call may change the others' outcome.
  const cases = casesOf(call).filter(([, how]) => hasEffect(call, how));
  it.each(cases)("%s is %s", (who, how) => expectAnswer(started, call, who, how));
});

it("has an entry for each audience of a call", () => {
  expect(new Set(exampleCalls.map(({ access }) => access))).toEqual(new Set(Object.keys(expected)));
});

describe("a change of the role", () => {
  it("holds from the member's next request on, in both directions", async () => {
    const api = await createApiTest();
    const cookie = await api.signIn("agent");
    const add = async () => {
      const payload = { type: "email", value: "help@example.com" };
      return (await api.app.inject({ method: "POST", url: "/api/contacts", payload, headers: { cookie } })).statusCode;
    };
    expect(await add()).toBe(403);
    await api.services.team.change(api.agent.id, { role: "owner" });
    expect(await add()).toBe(201);
    await api.services.team.change(api.agent.id, { role: "agent" });
    expect(await add()).toBe(403);
    await api.close();
  });
});
