import { type Site, siteSchema } from "#contract/site/site.ts";

interface State {
  current: Site;
  /** Grows with each replacement. */
  version: number;
}

const states = new WeakMap<Site, State>();

/**
 * An object whose properties are always those of the site in effect, so read them when they are needed. It starts with
 * `first`; `replaceSite` puts another site in effect.
 */
export function liveSite(first: Site): Site {
  const state: State = { current: first, version: 0 };
  const live = {};
  for (const name of Object.keys(siteSchema.shape) as Array<keyof Site>)
    Object.defineProperty(live, name, { enumerable: true, get: () => state.current[name] });
  states.set(live as Site, state);
  return live as Site;
}

/** Puts `next` in effect; nothing happens if it is equal. */
export function replaceSite(live: Site, next: Site): void {
  const state = states.get(live);
  if (state === undefined) throw new Error("this site cannot be replaced");
  if (JSON.stringify(state.current) === JSON.stringify(next)) return;
  state.current = next;
  state.version += 1;
}

/** Ends the validity of everything that was made of the site: what it is made of besides has changed. */
export function renewSite(live: Site): void {
  const state = states.get(live);
  if (state !== undefined) state.version += 1;
}

/** The version of the site in effect in this process, for caches; 0 for a site that is not live. */
export function siteVersion(site: Site): number {
  return states.get(site)?.version ?? 0;
}
