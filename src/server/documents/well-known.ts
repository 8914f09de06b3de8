import type { FastifyInstance } from "fastify";
import { cachedByVersion } from "../http/cache/versioned-response.ts";
import type { PublicKeys } from "../signing/signing.ts";

/** Any site may fetch these in a browser: they are public, and the same for everybody. */
const forAnyone = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

/**
 * `/.well-known/official-channels.json`, the signed channel list, and `/.well-known/jwks.json`, the keys that verify
 * it.
 */
export function wellKnown(list: {
  current: () => Promise<{ version: string; make: () => Promise<string> }>;
  keys: () => Promise<PublicKeys>;
}) {
  const channels = cachedByVersion(() => list.current(), {
    ...forAnyone,
    // RFC 7515, section 9.2.1.
    "content-type": "application/jose+json",
  });
  const keys = cachedByVersion(
    async () => {
      const set = await list.keys();
      return { version: set.keys.map(({ kid }) => kid).join(" "), make: () => JSON.stringify(set) };
    },
    // RFC 7517, section 8.5.2.
    { ...forAnyone, "content-type": "application/jwk-set+json" },
  );

  return (app: FastifyInstance) => {
    app.get("/.well-known/official-channels.json", { config: { access: "anyone" } }, channels);
    app.get("/.well-known/jwks.json", { config: { access: "anyone" } }, keys);
  };
}
