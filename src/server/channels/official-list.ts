import type { PublicAddress } from "../address/public-address.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import type { Translations } from "#domain/channels/channel-list.ts";
import type { Site } from "#contract/site/site.ts";
import { instant } from "#domain/time/instant.ts";
import { siteVersion } from "../site/live-site.ts";
import { currentNotices } from "../site/notices.ts";
import type { PublicKeys, Signing } from "../signing/signing.ts";
import type { Channels } from "./channels.ts";
import { minute } from "#domain/time/durations.ts";

/** The payload of the signed channel list for apps and partners. Times are ISO 8601. */
export interface PublishedList {
  /** The origin of the site. */
  issuer: string;
  /** Grows with each change. */
  version: number;
  /** When the list last changed. */
  publishedAt: string;
  issuedAt: string;
  /** Copies are invalid after this. */
  expiresAt: string;
  /** Whether the team has hidden all channels; `channels` is then empty. */
  hidden: boolean;
  channels: Array<{
    type: string;
    value: string;
    /** The link that the channel opens. */
    opens: string;
    /** The description in English. */
    description: string;
    /** The description in other languages, by language code; left out if there is none. */
    translations?: Translations;
  }>;
  /** The notices that the site shows now. A change of these alone does not raise `version`. */
  notices: Array<{
    text: string;
    /** Texts in other languages, by language code. */
    translations: Record<string, string>;
    severity: string;
    /** End of the notice; null if it stays until it is taken away. */
    until: string | null;
  }>;
}

/** Distinguishes this signature from others of our key (RFC 8725, section 3.11). */
const type = "official-channels+jws";
/** Short, so that replaced lists expire soon, even if copies circulate. */
const holdsFor = 120 * minute;
/** Often enough that an hourly reader whose clock is half an hour fast never holds an expired list. */
const signedEvery = 30 * minute;

/**
 * The public channels, signed, so that anybody can verify a copy. The issuer is the address that visitors use.
 */
export function createOfficialList(deps: {
  channels: Pick<Channels, "active">;
  signing: Pick<Signing, "sign" | "publicKeys">;
  site: Site;
  address: Pick<PublicAddress, "origin">;
  now: () => number;
}) {
  const { channels, signing, site, address, now } = deps;

  return {
    /** The signed list as JSON. Its content changes only with `version`. */
    async current(): Promise<{ version: string; make: () => Promise<string> }> {
      const [active, { keys }] = await Promise.all([channels.active(), signing.publicKeys()]);
      const at = now();
      const list: PublishedList = {
        issuer: address.origin,
        version: active.listVersion,
        publishedAt: instant(active.changedAt),
        issuedAt: instant(at),
        expiresAt: instant(at + holdsFor),
        hidden: active.isHidden,
        channels: active.channels.flatMap(({ type: kind, value, proof, translations }) => {
          const link = channelLink(kind, value);
          if (!link.ok) return [];
          return [{ type: kind, value, opens: link.href, description: proof, ...(translations && { translations }) }];
        }),
        notices: currentNotices(site, at).map(({ text, translations, tone, until }) => ({
          text,
          translations,
          severity: tone,
          until,
        })),
      };
      return {
        version: [
          active.version,
          siteVersion(site),
          list.notices.length,
          Math.floor(at / signedEvery),
          keys[0]?.kid,
          list.issuer,
        ].join(" "),
        make: async () => JSON.stringify(await signing.sign(JSON.stringify(list), type)),
      };
    },

    /** The signing keys: the current one first, then earlier ones. */
    keys: (): Promise<PublicKeys> => signing.publicKeys(),
  };
}
