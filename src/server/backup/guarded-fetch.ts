import { request } from "node:https";
import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { say } from "#copy/server/say.ts";
import { type GuardedTo, guardedAddresses, lookupOf } from "../notifications/http-post.ts";
import { BackupError } from "./backup-error.ts";

/**
 * `fetch` for a bucket that an owner has named: as for webhooks, it connects only to addresses that were checked, and
 * follows no redirect.
 */
export function createGuardedFetch(to: GuardedTo) {
  return async (url: URL, init: RequestInit, signal: AbortSignal | null): Promise<Response> => {
    const found = await guardedAddresses(url, to, signal ?? new AbortController().signal);
    if (!found.ok) throw new BackupError(say("bucket.refused", { host: url.host, why: found.problem }));
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
          ...(signal !== null && { signal }),
        },
        (response) => {
          const { statusCode: status = 502, headersDistinct } = response;
          const isEmpty = method === "HEAD" || [204, 205, 304].includes(status);
          if (isEmpty) response.resume();
          const content = isEmpty ? null : (Readable.toWeb(response) as unknown as ReadableStream);
          const all = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          resolve(new Response(content, { status, headers: all }));
        },
      );
      sending.on("error", reject);
      sending.end(body ?? undefined);
    });
  };
}
