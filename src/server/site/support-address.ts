import type { PublicAddress } from "../address/public-address.ts";
import { isIP } from "node:net";
import { unreachable } from "#domain/support.ts";
import type { Site } from "#contract/site/site.ts";
import type { Channels } from "../channels/channels.ts";

/**
 * Address for visitors' questions. `source` says who vouches for it: an owner, the signed channel list, the site's
 * address, or nobody.
 */
export interface SupportAddress {
  email: string;
  source: "owner" | "channel" | "host" | "nobody";
}

/** Reads the support address; `site` is a site that is not in effect yet. */
export type ReadSupportAddress = (site?: Pick<Site, "support">) => Promise<SupportAddress>;

/**
 * The support address of the legal pages: what the owner set, else the first active email channel, else the mailbox
 * that RFC 2142 names at the host of the site's address. Nothing of a request counts, and no IP address is used.
 */
export function createSupportAddress(deps: {
  site: Pick<Site, "support">;
  address: Pick<PublicAddress, "url">;
  channels: Pick<Channels, "active">;
}): ReadSupportAddress {
  return async ({ support } = deps.site) => {
    if (support.email !== undefined) return { email: support.email, source: "owner" };
    // The list is empty while all channels are hidden.
    const { channels } = await deps.channels.active();
    const channel = channels.find(({ type }) => type === "email");
    if (channel !== undefined) return { email: channel.value, source: "channel" };
    return mailboxOfHost(deps.address.url);
  };
}

/** The mailbox that RFC 2142 names for support at the host of the site's address. */
export function mailboxOfHost(publicUrl: URL | undefined): SupportAddress {
  const host = mailHost(publicUrl);
  return host === undefined ? { email: unreachable, source: "nobody" } : { email: `support@${host}`, source: "host" };
}

function mailHost(url: URL | undefined): string | undefined {
  const host = url?.hostname.replace(/\.$/, "") ?? "";
  // IPv6 addresses are in brackets.
  const isName = host !== "" && host !== "localhost" && !host.startsWith("[") && isIP(host) === 0;
  return isName ? host : undefined;
}
