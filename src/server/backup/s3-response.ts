import { BackupError } from "./backup-error.ts";

/** Above what a page of 1000 names takes, with names of 1024 bytes and whole owners. */
const maxBytes = 8 * 1024 * 1024;
const maxElements = 20_000;
const maxDepth = 8;

/**
 * Reads what a server says of a call, such as a page of a listing, before the client parses it: its parser needs
 * quadratic time for elements that nobody closes, and has no limits.
 * @throws BackupError
 */
export async function boundedResponse(response: Response): Promise<Response> {
  const { status, statusText, headers, body } = response;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) {
      await response.body?.cancel().catch(() => undefined);
      throw tooMuch(`more than ${maxBytes / 1024 / 1024} MB`);
    }
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString();
  const problem = xmlProblem(text);
  if (problem !== undefined && response.ok) throw tooMuch(problem);
  // The page of a proxy that explains its error: the status says enough.
  const kept = problem === undefined ? text : "";
  return new Response(kept === "" ? null : kept, { status, statusText, headers });
}

const tooMuch = (what: string) =>
  new BackupError(`BACKUP_S3_ENDPOINT: the server responds with what no bucket sends (${what})`);

/** Why a text is no small XML document; undefined if it is one, or no XML at all. */
export function xmlProblem(text: string): string | undefined {
  const open: string[] = [];
  let elements = 0;
  const tag = /<([/?!]?)([^\s<>/]*)([^<>]*)(>?)/g;
  for (const [, sign, name = "", rest = "", end] of text.matchAll(tag)) {
    if (end === "") return "a tag that does not end";
    if (sign === "?" && elements === 0) continue;
    if (sign === "!" || sign === "?") return "an instruction";
    elements += 1;
    if (elements > 2 * maxElements) return `more than ${maxElements} elements`;
    if (sign === "/") {
      if (open.pop() !== name) return "an element that does not end";
    } else if (!rest.endsWith("/")) open.push(name);
    if (open.length > maxDepth) return `elements in more than ${maxDepth} others`;
  }
  return open.length > 0 ? "an element that does not end" : undefined;
}
