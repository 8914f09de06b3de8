import { channelLink } from "#domain/channel-link.ts";
import type { PublicKeys, Signing } from "../signing/signing.ts";
import type { Contacts } from "./contacts.ts";

export type OfficialList = ReturnType<typeof createOfficialList>;

/** The list of channels as apps and partners read it: the payload of the signature. Times are ISO 8601. */
export interface PublishedList {
  /** The site that it is of. */
  issuer: string;
  /** Grows with each change. */
  version: number;
  /** When the list has last changed. */
  publishedAt: string;
  issuedAt: string;
  /** A copy is worth nothing after this. */
  expiresAt: string;
  /** Whether the team has hidden all channels: there are none, then. */
  hidden: boolean;
  channels: Array<{
    type: string;
    value: string;
    /** Where it leads. */
    opens: string;
    description: string;
  }>;
}

/** What tells this signature from every other one that our key makes (RFC 8725, section 3.11). */
const type = "official-channels+jws";
const hour = 3_600_000;
/** Signed anew each hour, so that whoever reads it has most of a day. */
const holdsFor = 24 * hour;

/** The public channels under our signature, for whoever wants to check a copy. `issuer` is the address that visitors use, unless `start` says otherwise. */
export function createOfficialList(deps: {
  contacts: Pick<Contacts, "active">;
  signing: Pick<Signing, "sign" | "publicKeys">;
  issuer: string;
  now: () => number;
}) {
  const { contacts, signing, now } = deps;
  let { issuer } = deps;

  return {
    /** `origin` is where the site can be reached, once that is known. */
    start({ origin }: { origin: string }): void {
      issuer = origin;
    },

    /** The signed list, as JSON; it is another at another `version` only. */
    async current(): Promise<{ version: string; make: () => Promise<string> }> {
      const [active, { keys }] = await Promise.all([contacts.active(), signing.publicKeys()]);
      const at = now();
      const list: PublishedList = {
        issuer,
        version: active.listVersion,
        publishedAt: instant(active.changedAt),
        issuedAt: instant(at),
        expiresAt: instant(at + holdsFor),
        hidden: active.isHidden,
        channels: active.contacts.flatMap(({ type: kind, value, proof }) => {
          const link = channelLink(kind, value);
          return link.ok ? [{ type: kind, value, opens: link.href, description: proof }] : [];
        }),
      };
      return {
        version: [active.version, Math.floor(at / hour), keys[0]?.kid, issuer].join(" "),
        make: async () => JSON.stringify(await signing.sign(JSON.stringify(list), type)),
      };
    },

    /** The keys that sign it, the present one first, and those of before. */
    keys: (): Promise<PublicKeys> => signing.publicKeys(),
  };
}

const instant = (time: number) => new Date(time).toISOString();
