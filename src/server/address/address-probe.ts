import { randomBytes, timingSafeEqual } from "node:crypto";
import { paths } from "#contract/paths.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { createGuarded, type GuardedTo } from "../notifications/http-post.ts";
import type { Signing } from "../signing/signing.ts";

/** Path below which this site proves that it answers at its own address. */
export const probePath = "/.well-known/front-desk";

const tokenShape = /^[\w-]{43}$/;

const known: ReadonlyMap<string, ServerText> = new Map([
  ["no-https", say("address.no-https")],
  ["private-network", say("address.private-network")],
  ["ENOTFOUND", say("address.no-name")],
  ["ECONNREFUSED", say("address.refused")],
  ["ETIMEDOUT", say("address.no-answer")],
]);

/**
 * Finds out whether this site answers at an address: it is asked there for a MAC of a random text, which nobody without
 * the signing key can make, and for its home page. Any instance can answer. Internal hosts are refused as for webhooks.
 */
export function createAddressProbe(deps: { signing: Pick<Signing, "mac"> } & GuardedTo) {
  const get = createGuarded(deps);
  const proofOf = (token: string) => deps.signing.mac(`this site answers ${token}`);

  return {
    /** The answer to a question; null if it is none. */
    proof: async (token: string): Promise<string | null> => (tokenShape.test(token) ? proofOf(token) : null),

    /** Returns why the site does not work at this address, in words for an owner; null if it does. */
    async problemOf(address: URL): Promise<ServerText | null> {
      const token = randomBytes(32).toString("base64url");
      const [proof, page] = await Promise.all([
        get(new URL(`${probePath}/${token}`, address), {}, AbortSignal.any([])),
        get(new URL(paths.home, address), {}, AbortSignal.any([])),
      ]);
      if (!proof.ok) {
        const { code = "", problem } = proof;
        if (/CERT|^ERR_TLS|SELF_SIGNED|^ERR_SSL_(?!WRONG|PACKET)/.test(code))
          return say("address.certificate", { code });
        return known.get(code) ?? say("address.unreachable", { problem });
      }
      if (proof.location !== undefined && URL.canParse(proof.location, address.href)) {
        const { origin } = new URL(proof.location, address);
        if (origin !== address.origin) return say("address.redirect", { to: origin });
      }
      if (!isSame(proof.body, await proofOf(token))) return say("address.other-site");
      const status = page.ok ? page.status : 0;
      return status === 200 ? null : say("address.page-fails", { status: String(status || "-") });
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
