import { isIP } from "node:net";

/** The relying party of passkeys (https://www.w3.org/TR/webauthn-3/#relying-party-identifier), or why there is none. */
export type Party = { isPossible: true; id: string; origin: string } | { isPossible: false; why: string };

/**
 * The site as browsers know it: `publicUrl` or, without one, localhost, where browsers allow passkeys without https.
 * `origin` is where the site listens, unless `start` sets another.
 */
export function createRelyingParty(deps: { publicUrl: URL | undefined; origin: string }) {
  let origin = deps.publicUrl?.origin ?? deps.origin;

  return {
    start(options: { origin: string }): void {
      ({ origin } = options);
    },

    /** `hostname` is the site's name in the browser; it matters only without `PUBLIC_URL`. */
    party(hostname?: string): Party {
      const url = new URL(origin);
      const isHere = url.hostname === "localhost" || url.hostname.endsWith(".localhost");
      if (isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0) {
        return refused(`This site is opened by an IP address (${url.host}), and passkeys need a name.`);
      }
      if (url.protocol !== "https:" && !isHere) {
        return refused(`This site is opened over http (${url.origin}), and passkeys need https.`);
      }
      if (deps.publicUrl === undefined && hostname !== undefined && hostname !== url.hostname) {
        return refused(
          `Passkeys work where this site is opened as ${url.origin}, or as its PUBLIC_URL once one is set.`,
        );
      }
      return { isPossible: true, id: url.hostname, origin: url.origin };
    },
  };
}

function refused(why: string): Party {
  return { isPossible: false, why };
}
