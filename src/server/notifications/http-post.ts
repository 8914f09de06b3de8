import { lookup as systemLookup } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { say, type ServerText } from "#copy/server/say.ts";
import { systemCode } from "../lib/errors.ts";
import { isPublicAddress } from "../lib/network.ts";
import { unlessAborted } from "../lib/unless-aborted.ts";

interface Address {
  address: string;
  family: number;
}

export type Resolve = (hostname: string) => Promise<Address[]>;

/** The response, or in words why there is none. `body` is cut off at `maxRead`. */
type Posted =
  | { ok: true; status: number; body: string; retryAfter: string | undefined }
  | { ok: false; problem: ServerText };

/** `code` is the system's, or says which rule the address breaks. */
type Answered =
  | { ok: true; status: number; body: string; retryAfter: string | undefined; location: string | undefined }
  | { ok: false; problem: ServerText; code: string | undefined };

/** `body` makes it a POST of JSON. */
interface Message {
  body?: string;
  headers?: Record<string, string>;
}

export type Post = (
  url: URL,
  message: { body: string; headers?: Record<string, string> },
  signal: AbortSignal,
) => Promise<Posted>;

const maxRead = 65_536;

/** Posts JSON as `createGuarded` does. */
export function createPost(deps: GuardedTo): Post {
  const guarded = createGuarded(deps);
  return async (...asked) => {
    const answered = await guarded(...asked);
    if (!answered.ok) return { ok: false, problem: answered.problem };
    const { status, body, retryAfter } = answered;
    return { ok: true, status, body, retryAfter };
  };
}

export interface GuardedTo {
  privateHosts: ReadonlySet<string>;
  resolve?: Resolve;
  timeoutMs?: number;
}

/**
 * The addresses of a host that an owner has chosen, if a connection to them gives no access to internal networks
 * (SSRF): https only, and all of them public. Only `privateHosts` may be internal and may use plain http.
 * @throws the error of the look-up, or if `signal` ends it
 */
export async function guardedAddresses(
  url: URL,
  { privateHosts, resolve = (hostname) => systemLookup(hostname, { all: true }) }: GuardedTo,
  signal: AbortSignal,
): Promise<{ ok: true; addresses: Address[] } | Extract<Answered, { ok: false }>> {
  const isPrivate = privateHosts.has(url.hostname);
  if (url.protocol !== "https:" && !isPrivate) return { ok: false, problem: say("webhook.no-https"), code: "no-https" };
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(hostname);
  // A look-up cannot be cancelled.
  const addresses = family === 0 ? await unlessAborted(resolve(hostname), signal) : [{ address: hostname, family }];
  if (addresses.length === 0) return unanswered("ENOTFOUND");
  if (!isPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    return { ok: false, problem: say("webhook.private-network"), code: "private-network" };
  return { ok: true, addresses };
}

/** Asks or posts JSON to a host as in `guardedAddresses`, without redirects, and with limits on time and size. */
export function createGuarded(deps: GuardedTo) {
  const { timeoutMs = 10_000 } = deps;

  return async function guarded(url: URL, message: Message, signal: AbortSignal): Promise<Answered> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const found = await guardedAddresses(url, deps, limit);
      return found.ok ? await send(url, message, found.addresses, limit) : found;
    } catch (error) {
      return unanswered(limit.aborted ? "ETIMEDOUT" : codeOf(error));
    }
  };
}

function unanswered(code: string | undefined): Extract<Answered, { ok: false }> {
  return { ok: false, problem: connectionProblem(say("word.host"), code), code };
}

/** Connects to these addresses, which were checked, whatever the name leads to by then. */
export function lookupOf(addresses: readonly Address[]): LookupFunction {
  return (_hostname, { all }, found) => {
    const [first] = addresses;
    if (all === true || first === undefined) found(null, [...addresses]);
    else found(null, first.address, first.family);
  };
}

async function send(
  url: URL,
  { body: sent, headers: further }: Message,
  addresses: Address[],
  signal: AbortSignal,
): Promise<Answered> {
  const headers = {
    ...(sent !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(sent) }),
    "user-agent": "front-desk",
    ...further,
  };
  // Loading TLS takes time that the start does not need to spend.
  const request = url.protocol === "https:" ? (await import("node:https")).request : httpRequest;
  return new Promise((resolve, reject) => {
    let answered: (() => void) | undefined;
    // No agent: a kept-alive connection would bypass later address checks.
    const sending = request(
      url,
      { method: sent === undefined ? "GET" : "POST", headers, lookup: lookupOf(addresses), agent: false, signal },
      (response) => {
        const chunks: Buffer[] = [];
        let read = 0;
        const finish = () => {
          const body = Buffer.concat(chunks).subarray(0, maxRead).toString();
          const { location, "retry-after": retryAfter } = response.headers;
          resolve({ ok: true, status: response.statusCode ?? 0, body, retryAfter, location });
          sending.destroy();
        };
        answered = finish;
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          read += chunk.length;
          if (read >= maxRead) finish();
        });
        response.on("end", finish).on("error", finish);
      },
    );
    // After the status has arrived, an error in the rest of the response does not matter.
    sending.on("error", (error) => (answered ?? (() => reject(error)))());
    sending.end(sent);
  });
}

const problems: ReadonlyMap<string, (who: ServerText) => ServerText> = new Map([
  ["ENOTFOUND", (who) => say("connection.unknown-name", { who })],
  ["EAI_AGAIN", (who) => say("connection.no-lookup", { who })],
  // Node's own look-ups, which the mail program asks first (https://nodejs.org/api/dns.html#error-codes).
  ["ETIMEOUT", (who) => say("connection.no-lookup", { who })],
  ["ESERVFAIL", (who) => say("connection.no-lookup", { who })],
  ["EREFUSED", (who) => say("connection.no-lookup", { who })],
  ["EDNS", (who) => say("connection.no-lookup", { who })],
  ["ECONNREFUSED", (who) => say("connection.refused", { who })],
  ["ECONNRESET", (who) => say("connection.broken", { who })],
  ["ETIMEDOUT", (who) => say("connection.no-answer", { who })],
  ["EHOSTUNREACH", (who) => say("connection.no-route", { who })],
  ["ENETUNREACH", (who) => say("connection.no-route", { who })],
]);

/** Returns whether a connection failed since the other end speaks no TLS, by the system's error code. */
export const isNoTls = (code = "") => /^EPROTO$|^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/.test(code);

/** Returns why there was no connection to `who`, derived from the system's error code alone. */
export function connectionProblem(who: ServerText, code: string | undefined): ServerText {
  if (code === undefined) return say("connection.unreachable", { who });
  if (isNoTls(code)) return say("connection.no-tls", { who });
  if (/CERT|^ERR_TLS|SELF_SIGNED|^ERR_SSL/.test(code)) return say("connection.certificate", { who, code });
  const known = systemCode(code);
  const problem = problems.get(code) ?? problems.get(known ?? "");
  if (problem !== undefined) return problem(who);
  return known === undefined
    ? say("connection.unreachable", { who })
    : say("connection.unreachable-code", { who, code: known });
}

function codeOf(error: unknown): string | undefined {
  // If all addresses failed, Node throws an AggregateError; the first code is representative.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error && "code" in first && typeof first.code === "string" ? first.code : undefined;
}

/** Outcome of one try. `problem` is text for an owner; it contains no message content and no secret. */
export type Sent =
  | { ok: true }
  | {
      ok: false;
      problem: ServerText;
      /** The receiver's `Retry-After`; our own wait applies if it is longer. */
      retryAfterSeconds?: number;
      /** Set if no other try could succeed. */
      isFinal?: boolean;
    };

export function failed(problem: ServerText, retryAfterSeconds?: number): Extract<Sent, { ok: false }> {
  return { ok: false, problem, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}
