import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import type { Call } from "./openapi.ts";
import type { Target } from "./target.ts";

const names = [
  "nobody",
  "a forged session",
  "a deactivated member's session",
  "an agent",
  "an owner",
  // Last: from then on everyone needs a second factor.
  "an agent who must set up a second factor",
] as const;

export type Role = (typeof names)[number];

const password = "another made-up password";

/**
 * Creates members of each kind on a new server, and the headers that their browsers send.
 * @throws if the server does not create them
 */
export async function createRoles(target: Target) {
  const owner = { cookie: await target.signIn() };
  const agent = await invited(target, owner, "agent@example.com");
  const former = await invited(target, owner, "former@example.com");
  const left = await signIn(target, former.email);
  await send(target, "PATCH", `/api/members/${former.id}`, owner, { isActive: false });

  const cookies: Record<Role, () => Promise<string | undefined>> = {
    nobody: async () => undefined,
    // The forged one is as long as a real token.
    "a forged session": async () => left.replace(/=.*/, (token) => `=${"A".repeat(token.length - 1)}`),
    "a deactivated member's session": async () => left,
    "an agent": () => signIn(target, agent.email),
    "an agent who must set up a second factor": () => signIn(target, agent.email),
    "an owner": () => target.signIn(),
  };
  let current: string | undefined;

  return {
    names,
    /** Prepares the server for this role, which must be the next of `names`. */
    async begin(role: Role): Promise<void> {
      if (role === "an agent who must set up a second factor") await requireSecondFactor(target);
      current = undefined;
    },
    /** The headers that the role's browser sends. */
    async headers(role: Role): Promise<Record<string, string>> {
      current ??= await cookies[role]();
      return current === undefined ? {} : { cookie: current };
    },
    /** Must be called after each call: some end the session. */
    made({ endsSessions }: Call): void {
      if (endsSessions) current = undefined;
    },
  };
}

const invitedSchema = z.object({ link: z.string(), member: z.object({ id: z.string() }) });
const secretSchema = z.object({ secret: z.string() });
const recoverySchema = z.object({ recoveryCodes: z.array(z.string()) });
const ticketSchema = z.object({ ticket: z.string() });

async function invited(target: Target, owner: Record<string, string>, email: string) {
  const { link, member } = invitedSchema.parse(
    await (await send(target, "POST", "/api/members", owner, { email, role: "agent" })).json(),
  );
  const token = link.slice(link.indexOf("=") + 1);
  await send(target, "POST", "/api/password", {}, { token, password });
  return { id: member.id, email };
}

async function signIn(target: Target, email: string): Promise<string> {
  return cookieOf(await send(target, "POST", "/api/session", {}, { email, password }));
}

/** The owner sets up one-time codes, signs in with them, and requires a second factor of everyone. */
async function requireSecondFactor(target: Target): Promise<void> {
  const owner = { cookie: await target.signIn() };
  const { secret } = secretSchema.parse(await (await send(target, "POST", "/api/second-factor/codes", owner)).json());
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const added = await send(target, "PUT", "/api/second-factor/codes", owner, { code });
  // The one-time code is used up, so a recovery code signs in.
  const [recovery = ""] = recoverySchema.parse(await added.json()).recoveryCodes;
  const asked = await send(target, "POST", "/api/session", {}, target.owner);
  const { ticket } = ticketSchema.parse(await asked.json());
  const cookie = cookieOf(await send(target, "POST", "/api/session/second-factor", {}, { ticket, code: recovery }));
  const settings = await send(target, "GET", "/api/settings", { cookie });
  // The response of our own server.
  const current = (await settings.json()) as object;
  const etag = settings.headers.get("etag") ?? "";
  const changed = { ...current, requiresSecondFactor: true };
  await send(target, "PUT", "/api/settings", { cookie, "if-match": etag }, changed);
}

function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
  if (cookie === undefined) throw new Error("a sign-in gave no session");
  return cookie;
}

/** @throws if the response is not 2xx */
async function send(
  { origin }: Target,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Response> {
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(origin + path, {
    method,
    headers: { "x-forwarded-proto": "https", ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
