import { lookup as systemLookup } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

interface Address {
  address: string;
  family: number;
}

export type Resolve = (hostname: string) => Promise<Address[]>;

/** What was answered, or in words why nothing was. `body` is cut off at `mostRead`. */
export type Posted = { status: number; body: string; retryAfter: string | undefined } | { problem: string };

export type Post = ReturnType<typeof createPost>;

const mostRead = 65_536;

/**
 * Posts JSON to an address that an owner chose, so that nobody reaches inside with it: https, every address of the host public,
 * the connection made to one of those that were checked, no redirect followed, and an end to both waiting and reading.
 * Only `privateHosts` may be inside, and may do without TLS.
 */
export function createPost(deps: { privateHosts: ReadonlySet<string>; resolve?: Resolve; timeoutMs?: number }) {
  const { privateHosts, resolve = (hostname) => systemLookup(hostname, { all: true }), timeoutMs = 10_000 } = deps;

  return async function post(
    url: URL,
    message: { body: string; headers?: Record<string, string> },
    signal: AbortSignal,
  ): Promise<Posted> {
    const isPrivate = privateHosts.has(url.hostname);
    if (url.protocol !== "https:" && !isPrivate) return { problem: "The address does not start with https://." };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
      const family = isIP(hostname);
      const addresses = family === 0 ? await unlessAborted(resolve(hostname), limit) : [{ address: hostname, family }];
      if (addresses.length === 0) return { problem: connectionProblem("The host", "ENOTFOUND") };
      if (!isPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
        return { problem: "The address leads into a private network, where nothing is sent." };
      }
      return await send(url, message, addresses, limit);
    } catch (error) {
      return {
        problem: limit.aborted ? "The host did not answer in time." : connectionProblem("The host", codeOf(error)),
      };
    }
  };
}

async function send(
  url: URL,
  message: { body: string; headers?: Record<string, string> },
  addresses: Address[],
  signal: AbortSignal,
): Promise<Posted> {
  const lookup: LookupFunction = (_hostname, { all }, found) => {
    const [first] = addresses;
    if (all === true || first === undefined) found(null, addresses);
    else found(null, first.address, first.family);
  };
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(message.body),
    "user-agent": "front-desk",
    ...message.headers,
  };
  // TLS takes a part of the start to load, and the start does not need it.
  const request = url.protocol === "https:" ? (await import("node:https")).request : httpRequest;
  return new Promise((resolve, reject) => {
    let answered: (() => void) | undefined;
    // No agent: a connection is used once, so that none is kept to an address that was checked long ago.
    const sending = request(url, { method: "POST", headers, lookup, agent: false, signal }, (answer) => {
      const chunks: Buffer[] = [];
      let read = 0;
      const finish = () => {
        const body = Buffer.concat(chunks).subarray(0, mostRead).toString();
        resolve({ status: answer.statusCode ?? 0, body, retryAfter: answer.headers["retry-after"] });
        sending.destroy();
      };
      answered = finish;
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        read += chunk.length;
        if (read >= mostRead) finish();
      });
      answer.on("end", finish).on("error", finish);
    });
    // Once the status has been said, what is missing of the rest changes nothing.
    sending.on("error", (error) => (answered ?? (() => reject(error)))());
    sending.end(message.body);
  });
}

/** A look-up cannot be stopped, but nobody has to wait for it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("aborted"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

const problems: Record<string, string> = {
  ENOTFOUND: "has a name that is not known",
  EAI_AGAIN: "has a name that could not be looked up",
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "broke the connection off",
  ETIMEDOUT: "did not answer in time",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
};

/** Why there was no connection to `who`, told by the system's code alone. */
export function connectionProblem(who: string, code: string | undefined): string {
  if (code === undefined) return `${who} could not be reached.`;
  if (/CERT|^ERR_TLS|SELF_SIGNED|^ERR_SSL/.test(code))
    return `${who} has a certificate that is not accepted (${code}).`;
  return `${who} ${problems[code] ?? `could not be reached (${code})`}.`;
}

function codeOf(error: unknown): string | undefined {
  // Several addresses that all failed come as one error; the first one's code tells as much as any.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error && "code" in first && typeof first.code === "string" ? first.code : undefined;
}
