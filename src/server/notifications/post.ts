import { lookup as systemLookup } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
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
      if (addresses.length === 0) return { problem: "The host's name is not known." };
      if (!isPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
        return { problem: "The address leads into a private network, where nothing is sent." };
      }
      return await send(url, message, addresses, limit);
    } catch (error) {
      return { problem: limit.aborted ? "The receiver did not answer in time." : connectionProblem(error) };
    }
  };
}

function send(
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
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // No agent: a connection is used once, so that none is kept to an address that was checked long ago.
    const sending = request(url, { method: "POST", headers, lookup, agent: false, signal }, (answer) => {
      const chunks: Buffer[] = [];
      let read = 0;
      const finish = () => {
        const { statusCode = 0, headers: answered } = answer;
        const body = Buffer.concat(chunks).subarray(0, mostRead).toString();
        resolve({ status: statusCode, body, retryAfter: answered["retry-after"] });
        sending.destroy();
      };
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        read += chunk.length;
        if (read >= mostRead) finish();
      });
      // The status has been said, so what is missing of the rest changes nothing.
      answer.on("end", finish).on("error", finish).on("close", finish);
    });
    sending.on("error", reject);
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
  ENOTFOUND: "The host's name is not known.",
  EAI_AGAIN: "The host's name could not be looked up.",
  ECONNREFUSED: "The host refused the connection.",
  ECONNRESET: "The host broke the connection off.",
  ETIMEDOUT: "The host did not answer in time.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
};

/** Why no connection came about, told by the system's code alone. */
export function connectionProblem(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) return "The connection failed.";
  if (/CERT|^ERR_TLS|SELF_SIGNED|^ERR_SSL/.test(code)) return `The host's certificate is not accepted (${code}).`;
  return problems[code] ?? `The connection failed (${code}).`;
}

function codeOf(error: unknown): string | undefined {
  // Several addresses that all failed come as one error; the first one's code tells as much as any.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error && "code" in first && typeof first.code === "string" ? first.code : undefined;
}
