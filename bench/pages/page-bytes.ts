import { once } from "node:events";
import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Figure } from "../figures.ts";
import { otherLanguages, publicPages } from "./public-pages.ts";

/** The first flight of a TCP connection, ten segments, minus the headers. */
const firstFlight = 14_000;

/** The size of each page as browsers get it, and whether an unchanged page is sent again. */
export async function measurePageBytes(origin: string): Promise<Figure[]> {
  const bytes: Figure[] = [];
  let again = 0;
  for (const { url, maxBytes = firstFlight, isOwn, isMissing } of [...publicPages, ...otherLanguages]) {
    const page = await ask(origin + url);
    if (page.headers["content-encoding"] !== "br") throw new Error(`${url} did not come as brotli`);
    const aim = { bound: "≤", value: maxBytes } as const;
    bytes.push({ name: `bytes of ${url}`, unit: "B", runs: [page.bytes], aim });
    if (isOwn || isMissing) continue;
    const second = await ask(origin + url, { "if-none-match": page.headers.etag ?? "" });
    if (second.status !== 304) again += 1;
  }
  return [
    ...bytes,
    {
      name: "pages that come again though they have not changed",
      unit: "",
      runs: [again],
      aim: { bound: "≤", value: 0 },
    },
  ];
}

interface ApiResponse {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  /** Bytes as received, so compressed. */
  bytes: number;
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const signal = AbortSignal.timeout(30_000);
  const request = get(url, { headers: { "accept-encoding": "br", ...headers }, signal });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const body = await buffer(response);
  return { status: response.statusCode, headers: response.headers, bytes: body.length };
}
