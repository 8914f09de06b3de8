import { hidden } from "../text.ts";
import { decoded } from "./profile-name.ts";

/*
 * Links of mail scanners and networks that carry another address and lead on to it. Sources: Microsoft's page on Safe
 * Links, Proofpoint's decoder of URL Defense, Meta's, Google's, YouTube's and others' own outgoing links.
 */

/** One such service; `host` is tested without `www.`. The group of `inPath`, or one of `params`, is the address. */
interface Wrapper {
  host: RegExp;
  path: RegExp;
  params?: readonly string[];
  inPath?: RegExp;
  /** Encoding of the address beyond that of its parameter. */
  decode?: (text: string) => string;
}

const wrappers: readonly Wrapper[] = [
  // Microsoft Defender: also `/ap/...` and `/GetUrlReputation`.
  { host: /^[\w-]+\.safelinks\.protection\.(?:outlook\.com|office365\.us)$/, path: /^\//, params: ["url"] },
  { host: /^(?:lm?|[a-z]{2})\.(?:facebook|messenger)\.com$/, path: /^\/l\.php$/, params: ["u"] },
  {
    host: /^(?:(?:m|web|mobile|[a-z]{2}(?:-[a-z]{2})?)\.)?facebook\.com$/,
    path: /^\/(?:l\.php|flx\/warn)\/?$/,
    params: ["u"],
  },
  { host: /^l\.(?:instagram\.com|threads\.(?:net|com))$/, path: /^\/$/, params: ["u"] },
  // WhatsApp's business profiles.
  { host: /^l\.wl\.co$/, path: /^\/l$/, params: ["u"] },
  { host: /^google\.(?:com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/, path: /^\/url$/, params: ["q", "url"] },
  { host: /^(?:m\.)?youtube\.com$/, path: /^\/redirect$/, params: ["q"] },
  { host: /^(?:[a-z]{2}\.)?linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)\/?$/, params: ["url"] },
  { host: /^out\.reddit\.com$/, path: /^\//, params: ["url"] },
  { host: /^t\.umblr\.com$/, path: /^\/redirect$/, params: ["z"] },
  { host: /^(?:m\.)?vk\.com$/, path: /^\/away\.php$/, params: ["to"] },
  { host: /^duckduckgo\.com$/, path: /^\/l\/?$/, params: ["uddg"] },
  { host: /^slack-redir\.net$/, path: /^\/link$/, params: ["url"] },
  { host: /^steamcommunity\.com$/, path: /^\/linkfilter\/?$/, params: ["url", "u"] },
  { host: /^linkprotect\.cudasvc\.com$/, path: /^\/url$/, params: ["a"] },
  {
    host: /^urldefense\.(?:proofpoint\.com|com)$/,
    path: /^\/v2\/url$/,
    params: ["u"],
    decode: (text) => text.replaceAll("-", "%").replaceAll("_", "/"),
  },
  // Proofpoint puts `*` for signs that it lists in Base64: such a link is not unwrapped.
  {
    host: /^urldefense\.(?:proofpoint\.com|com|us)$/,
    path: /^\/v3\/__/,
    inPath: /^(?:https?:\/\/)?[^/]+\/v3\/__((?:(?!__;)[^*])+)__;!![\w!-]*\$?$/i,
  },
];

const maxDepth = 5;

function wrapperOf(url: URL): Wrapper | undefined {
  const host = url.hostname.replace(/^www\./, "");
  return wrappers.find((one) => one.host.test(host) && one.path.test(url.pathname));
}

function parsed(text: string): URL | undefined {
  const written = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return /[\s\\]/.test(text) || !URL.canParse(written) ? undefined : new URL(written);
}

/** Returns whether a link leads on to another address. */
export function isWrapper(text: string): boolean {
  const url = parsed(text);
  return url !== undefined && wrapperOf(url) !== undefined;
}

/**
 * The address in a link of such services, through all layers; the text itself if it is no such link. `isClear` is false
 * if programs may disagree on the address: it occurs twice, is no plain link, or lies too deep.
 */
export function unwrapped(text: string): { text: string; isClear: boolean } {
  let inner = text;
  let isClear = true;
  for (let depth = 0; ; depth += 1) {
    const url = parsed(inner);
    const wrapper = url && wrapperOf(url);
    if (url === undefined || wrapper === undefined) return { text: inner, isClear };
    const next = depth < maxDepth ? addressIn(inner, url, wrapper) : undefined;
    if (next === undefined) return { text: inner, isClear: false };
    isClear &&= next.isClear && url.port === "" && url.username === "" && url.password === "";
    inner = next.text;
  }
}

function addressIn(
  text: string,
  url: URL,
  { params = [], inPath, decode }: Wrapper,
): ReturnType<typeof unwrapped> | undefined {
  // A parser of URLs would change the address in the path.
  if (inPath !== undefined) {
    const found = inPath.exec(text)?.[1];
    return found === undefined || !isLink(found) ? undefined : { text: found, isClear: true };
  }
  // Google leaves `q` empty beside `url`.
  const written = [...url.searchParams]
    .filter(([name, value]) => params.includes(name.toLowerCase().replace(/\[.*$/, "")) && value !== "")
    .map(([, value]) => (decode === undefined ? value : decoded(decode(value))));
  const found = written.find((value) => value !== undefined && isLink(value));
  // A browser takes the fragment along.
  const isPlain = written.length === 1 && url.hash === "" && !/;|&amp;/i.test(url.search);
  return found === undefined ? undefined : { text: found, isClear: isPlain };
}

const isLink = (text: string) => /^https?:\/\/[^\s\\]+$/i.test(text) && !hidden.test(text);
