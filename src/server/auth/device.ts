import { BROWSER_MAP, OS_MAP, parse } from "bowser";

const browsers: ReadonlySet<string | undefined> = new Set(Object.values(BROWSER_MAP));
const systems: ReadonlySet<string | undefined> = new Set(Object.values(OS_MAP));
/** Far longer than any browser's header, short enough to parse at every sign-in. */
const longest = 512;

/** The browser and system of a user agent, such as `Chrome on Android`; null if unknown. Nothing else is stored. */
export function deviceOf(userAgent: string | undefined): string | null {
  const { browser, os } = parse(userAgent?.slice(0, longest) || "unknown");
  // An unknown browser's name would be arbitrary input.
  const known = [browser.name].filter((name) => name !== undefined && browsers.has(name));
  const on = [os.name].filter((name) => name !== undefined && systems.has(name));
  return [...known, ...on].join(" on ") || null;
}
