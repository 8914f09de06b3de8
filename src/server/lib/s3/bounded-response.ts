import { say, type ServerText } from "#copy/server/say.ts";
import { BucketError } from "./bucket-error.ts";

/** Max bytes of a response: more than a page of 1000 names takes, with names of 1024 bytes and whole owners. */
const maxBytes = 8 * 1024 * 1024;
const maxElements = 20_000;
const maxDepth = 8;

/**
 * Reads what a server says of a call, such as a page of a listing, before the client parses it: its parser needs
 * quadratic time for elements that nobody closes, and has no limits. `setting` is what errors name; a response of more
 * than `max` bytes is refused.
 * @throws BucketError
 */
export async function boundedResponse(response: Response, setting: string, max = maxBytes): Promise<Response> {
  const { status, statusText, headers, body } = response;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > max) {
      await response.body?.cancel().catch(() => undefined);
      throw tooMuch(say("bucket.too-large", { count: max / 1024 / 1024 }), setting);
    }
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString();
  const problem = xmlProblem(text);
  if (problem !== undefined && response.ok) throw tooMuch(problem, setting);
  // The page of a proxy that explains its error: the status says enough.
  const kept = problem === undefined ? text : "";
  return new Response(kept === "" ? null : kept, { status, statusText, headers });
}

const tooMuch = (what: ServerText, setting: string) =>
  new BucketError(say("bucket.strange-response", { setting, what }));

/** Returns why a text is no acceptable XML document; undefined if it is one, or no XML at all. */
export function xmlProblem(text: string): ServerText | undefined {
  const open: string[] = [];
  let elements = 0;
  const tag = /<([/?!]?)([^\s<>/]*)([^<>]*)(>?)/g;
  for (const [, sign, name = "", rest = "", end] of text.matchAll(tag)) {
    if (end === "") return say("bucket.open-tag");
    if (sign === "?" && elements === 0) continue;
    if (sign === "!" || sign === "?") return say("bucket.instruction");
    elements += 1;
    if (elements > 2 * maxElements) return say("bucket.many-elements", { count: maxElements });
    if (sign === "/") {
      if (open.pop() !== name) return say("bucket.open-element");
    } else if (!rest.endsWith("/")) open.push(name);
    if (open.length > maxDepth) return say("bucket.deep-elements", { count: maxDepth });
  }
  return open.length > 0 ? say("bucket.open-element") : undefined;
}
