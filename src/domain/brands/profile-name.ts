import { hidden, trimmedEnd } from "../text.ts";

/** Hosts for mobile and for languages, such as `in.linkedin.com`. */
export const regional = /^(?:www|m|mobile|web|touch|mbasic|[a-z]{2}(?:-[a-z]{2})?)\.$/;

/** A name in a path. People also put its `@` into the link. */
export const dottedName = /^\/(?:@|%40)?([\w.-]+)$/;

/** The host of an address, without `www.` and a trailing dot. */
export function hostOf({ hostname }: URL): string {
  return trimmedEnd(hostname, /\./).replace(/^(?:www\.)+(?=[^.]+\.[^.])/, "");
}

/** A path's name in lower case; undefined if it is not a name. */
export function folded(name: string): string | undefined {
  // Encoded ASCII (`%2F`) is not part of a name.
  const text = /%(?![89A-F][\dA-F])/i.test(name) ? undefined : decoded(name);
  const letters = text?.normalize("NFC").toLowerCase().normalize("NFC");
  return letters !== undefined && !hidden.test(letters) && /^[\p{L}\p{M}\p{N}\p{Pd}_.·&'’,+®™-]+$/u.test(letters)
    ? letters
    : undefined;
}

/** The starts with a bare name behind each, in lower case; none if the name is not in plain letters. */
export function withPlainName(starts: readonly string[], name: string): string[] {
  return /^[\w.-]+$/.test(name) ? starts.map((start) => start + name.toLowerCase()) : [];
}

export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
