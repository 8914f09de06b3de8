/**
 * Returns whether the server that received an email has verified that it is of its sender's domain (RFC 8601): by
 * DMARC, or by SPF or DKIM for that domain. Only the topmost header of that server counts, since it adds its own above
 * all others; that it removes those which name it in an email from outside is up to its operator (section 5).
 * @param results the headers `Authentication-Results`, the topmost first
 * @param authservId the name under which the server writes them; empty if the owner has named none
 * @param address the address of `From`
 */
export function isAuthenticated(results: readonly string[], authservId: string, address: string): boolean {
  if (authservId === "") return false;
  const own = results.map(partsOf).find(([id = ""]) => serverOf(id) === authservId.toLowerCase());
  const methods = (own ?? []).slice(1).map(readMethod);
  const resultsOf = (name: string) => methods.filter(({ method }) => method === name);
  // A server writes one result of each of these; a second one came in with text of the sender.
  if (resultsOf("dmarc").length > 1 || resultsOf("spf").length > 1) return false;
  const domain = domainOf(address);
  return methods.some(({ method, result, properties }) => {
    if (result !== "pass") return false;
    const value = (...names: string[]) => names.map((name) => properties.get(name)).find((each) => each !== undefined);
    if (method === "dmarc") return domainOf(value("header.from") ?? "") === domain;
    if (method === "spf") return isAligned(domainOf(value("smtp.mailfrom", "smtp.mail") ?? ""), domain);
    return method === "dkim" && isAligned(domainOf(value("header.d", "header.i") ?? ""), domain);
  });
}

/** Relaxed alignment (RFC 7489, section 3.1), without a list of public suffixes: equal, or one is above the other. */
function isAligned(one: string, other: string): boolean {
  const isDomain = one.includes(".") && other.includes(".");
  return isDomain && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`));
}

/** Returns a domain in lower case; that of an address follows its last `@`. */
const domainOf = (text: string) => text.slice(text.lastIndexOf("@") + 1).toLowerCase();

/** A version may follow the name. */
const serverOf = (part: string) => (part.split(/\s/)[0] ?? "").toLowerCase();

const maxHeader = 4096;

/**
 * The parts between semicolons, without comments. What quotation marks enclose is one word, in which nothing separates:
 * it may be text of the sender.
 */
function partsOf(header: string): string[] {
  let depth = 0;
  let isQuoted = false;
  let text = "";
  for (let at = 0; at < Math.min(header.length, maxHeader); at += 1) {
    const letter = header.charAt(at);
    if (letter === "\\") {
      at += 1;
      text += depth === 0 ? "_" : "";
    } else if (isQuoted) {
      isQuoted = letter !== '"';
      text += isQuoted ? letter.replace(/[\s;=()]/, "_") : "";
    } else if (depth === 0 && letter === '"') isQuoted = true;
    else if (letter === "(") depth += 1;
    else if (letter === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) text += letter;
  }
  return text.split(";").map((part) => part.trim().replaceAll(/\s*=\s*/g, "="));
}

/** `dkim=pass header.d=example.org`; the method may have a version, as `dkim/1`. */
function readMethod(part: string): { method: string; result: string; properties: ReadonlyMap<string, string> } {
  const [first = "", ...rest] = part.split(/\s+/);
  const [method = "", result = ""] = first.toLowerCase().split("=");
  const pairs = rest.flatMap((pair): Array<[string, string]> => {
    const at = pair.indexOf("=");
    return at === -1 ? [] : [[pair.slice(0, at).toLowerCase(), pair.slice(at + 1)]];
  });
  // The first of each counts.
  return { method: method.split("/")[0] ?? "", result, properties: new Map(pairs.toReversed()) };
}
