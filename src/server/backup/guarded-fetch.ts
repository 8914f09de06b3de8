import { request } from "node:https";
import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { say } from "#copy/server/say.ts";
import { type GuardedTo, guardedAddresses, lookupOf } from "../notifications/http-post.ts";
import { BucketError } from "../lib/s3/bucket-error.ts";

/** The connection failed. As with `fetch`, why is the cause: errors of the disk name a system call as well. */
const failed = (cause: unknown) => new TypeError("the request failed", { cause });
const late = () => Object.assign(new Error("the server is silent"), { code: "ETIMEDOUT" });

/**
 * `fetch` for a bucket that an owner has named: as for webhooks, it connects only to addresses that were checked, and
 * follows no redirect. A server that sends nothing for `idle` ms, or no headers by then, has failed. `signal` ends the
 * whole call.
 */
export function createGuardedFetch(target: GuardedTo, idle: number) {
  return async (url: URL, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    const looking = AbortSignal.any([signal, AbortSignal.timeout(idle)]);
    const found = await guardedAddresses(url, target, looking).catch((error: unknown) => {
      throw failed(error);
    });
    if (!found.ok) throw new BucketError(say("bucket.refused", { host: url.host, why: found.problem }));
    const { method = "GET", headers, body } = init;
    return new Promise((resolve, reject) => {
      // No agent: a kept-alive connection would bypass later address checks.
      const sending = (url.protocol === "https:" ? request : httpRequest)(
        url,
        {
          method,
          headers: Object.fromEntries(new Headers(headers)),
          lookup: lookupOf(found.addresses),
          agent: false,
          timeout: idle,
          signal,
        },
        (response) => {
          clearTimeout(headersDue);
          const { statusCode = 502, headersDistinct } = response;
          // `Response` throws for any other status, and nobody would catch that here.
          const status = statusCode >= 200 && statusCode <= 599 ? statusCode : 502;
          const isEmpty = method === "HEAD" || [204, 205, 304].includes(status);
          if (isEmpty) response.resume();
          const content = isEmpty ? null : (Readable.toWeb(response) as unknown as ReadableStream);
          const all = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          resolve(new Response(content, { status, headers: all }));
        },
      );
      const headersDue = setTimeout(() => sending.destroy(late()), idle);
      sending.on("timeout", () => sending.destroy(late()));
      sending.on("close", () => clearTimeout(headersDue));
      sending.on("error", (error) => reject(failed(error)));
      sending.end(body ?? undefined);
    });
  };
}
