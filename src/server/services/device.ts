import { BROWSER_MAP, OS_MAP, parse } from "bowser";

const browsers: ReadonlySet<string | undefined> = new Set(Object.values(BROWSER_MAP));
const systems: ReadonlySet<string | undefined> = new Set(Object.values(OS_MAP));
/** Far more than any browser sends, and little enough to read at every sign-in. */
const longest = 512;

/** What a browser says it is, such as `Chrome on Android`; null where it is none that is known. Nothing else of it is kept. */
export function deviceOf(userAgent: string | undefined): string | null {
  const { browser, os } = parse(userAgent?.slice(0, longest) || "unknown");
  // An unknown browser's name would be whatever it sends.
  const known = [browser.name].filter((name) => name !== undefined && browsers.has(name));
  const on = [os.name].filter((name) => name !== undefined && systems.has(name));
  return [...known, ...on].join(" on ") || null;
}
