/*
 * A channel type, in three parts, each a constant in the type's own file: `brand` is what browsers of visitors need,
 * `input` what the team's form needs, `rules` what the server needs to recognize values.
 */
export interface BrandFile {
  brand: Brand<string>;
  input: BrandInput<string>;
  rules: BrandRules;
}

/** The link of a value, and anything unusual about it. */
export interface Opening<O extends string = string> {
  href: string;
  /** About a value that still opens; its text is in the input. */
  warning?: O;
}

/** One kind of page of a brand. Only these open; its redirectors (`/redirect?q=`, `/l.php?u=`) never do. */
export interface Page<O extends string = string> {
  /** Exact hosts; `www.` and `m.` of each also match. */
  hosts: readonly string[];
  /** Matches the whole parsed path without its trailing slash; its group, if any, is a user's name. */
  path: RegExp;
  /** The only query parameter that the page needs. All others are dropped: trackers and redirect targets. */
  param?: { key: string; shape: RegExp };
  /** Applies if the name is not `usual` (always, without `usual`). */
  warning?: O;
  usual?: RegExp;
}

/** The pages that open on a brand's hosts. */
export interface Links<O extends string = string> {
  pages: readonly Page<O>[];
  /** Names of the brand's own pages, never a user's. */
  reserved?: RegExp;
  /** Syntax of a bare name, and the start of its link, for types that accept one. */
  profile?: { name: RegExp; start: string };
  /** Host on which `name.host` is `host/name`; the group of `shape` is the name. */
  nameInHost?: { shape: RegExp; host: string };
}

/** `O` names the warnings about its links. */
export interface Brand<O extends string = never> {
  label: string;
  /** Text of its button on the contact page. */
  action: string;
  /** Completes "It is ours ...". */
  place: string;
  /** A path on a 24 × 24 grid: in strokes, or one to fill. */
  icon: string;
  isSolid?: true;
  opens: Links<O> | ((value: string) => Opening<O> | undefined);
  /** A second link, which opens a conversation. Made from the link (the group of `page` is the name). */
  app?: { page: RegExp; start: string; screens: "large" | "small" | "all"; label: string };
  /** Whether it fits into a phone book. */
  inPhoneBook?: true;
}

/** Visitors' texts of a channel type in another language. */
export interface BrandCopy extends Pick<Brand, "label" | "action" | "place"> {
  /** The link that opens its app, if it has one. */
  app?: string;
}

/** A brand's hosts, and how it normalizes an address on them. */
export interface Site {
  /** Hosts of its pages; those of its links if undefined. */
  hosts?: readonly string[];
  /** Subdomains of these hosts that belong to the brand itself. */
  own: RegExp;
  /** Hosts that are a profile themselves: the group is the name. */
  nameInHost?: RegExp;
  /** An address without its scheme, and normalizing it gives the same; undefined if the address is no profile. */
  key: (path: string, url: URL) => string | undefined;
  /** Returns the meanings of a bare name: keys, or links to be normalized. */
  names?: (name: string) => string[];
  /** The link for an address that people write without its host. */
  withHost?: (text: string) => string | undefined;
  /** Parameters that change neither destination nor recipient, besides those that all brands know. */
  harmless?: RegExp;
  /** Fragments that may belong to a profile's address; without it, plain words. */
  fragment?: RegExp;
  /** Whether an address may end with a dot. Brands' names never do, with few exceptions. */
  mayEndWithDot?: (rest: string) => boolean;
}

/** A parameter without which an address opens nothing, and the values of it that every program reads alike. */
type Needed = readonly [place: RegExp, name: string, value: RegExp];

/** Links that open an app, such as `tg://resolve?domain=name`. */
interface AppScheme {
  scheme: string;
  /** The https equivalent. */
  inWeb: (action: string, values: URLSearchParams) => string | undefined;
  /** Queries of links that may be called official: one action each, with one destination. The group is the query. */
  exact: readonly Needed[];
}

export interface BrandInput<O extends string = never> {
  /** The kind of text field; "url" asks for a full link. */
  field: "text" | "tel" | "email" | "url";
  /** The placeholder. */
  example: string;
  /** The expected value, with an example; completes "Write ...". */
  expected: string;
  /** Texts for the team about a value that opens, but is unusual. */
  warnings: Record<O, string>;
  /** The usual form of a pasted value that opens only in that form; undefined if it is no such. */
  usual?: (text: string, read?: ReadNumber) => string | undefined;
  /** The number in a value, as written with its country code. */
  number?: (text: string) => string | undefined;
  /** Links that people paste, by host and path without `www.`: pages that are no channel, and unusual channels. */
  pasted?: ReadonlyArray<{ at: RegExp } & ({ refused: NoChannel } | { warning: O })>;
}

/** A page that belongs to a service, but is nobody's channel. */
export type NoChannel = "a post" | "a share link" | "a redirect" | "a sign-in page" | "a page of the service";

/** Reads a number, in a country's own writing too: E.164, and the international form; null if it cannot be called. */
export type ReadNumber = (text: string) => { key: string; international: string } | null;

/** Kind of a value, which decides how two are compared. */
type Value =
  | { value: "number" | "chat number" | "email" | "page"; site?: Site }
  | { value: "profile" | "profile or name"; site: Site };

export type BrandRules = Value & {
  /** Labels that people write before a value, as a pattern. */
  words: string;
  scheme?: AppScheme;
  /** Paths on which one parameter is the destination. */
  needed?: readonly Needed[];
};
