import { trimmedEnd } from "../text.ts";
import type { Brand, Site } from "./brand.ts";
import { rulesOf } from "./brand-rules.ts";
import { brandOf, type ChannelType, channelTypes } from "./brands.ts";
import { hostOf } from "./profile-name.ts";

/** The site of a brand, with all its hosts. */
export interface BrandSite extends Site {
  type: ChannelType;
  hosts: readonly string[];
}

/** Addresses are normalized per brand: telegram.me/name is t.me/name. */
export const brandSites: readonly BrandSite[] = channelTypes.flatMap((type) => {
  const { site } = rulesOf(type);
  return site === undefined ? [] : [{ ...site, type, hosts: site.hosts ?? hostsOf(brandOf(type)) }];
});

function hostsOf({ opens }: Brand<string>): string[] {
  return typeof opens === "function" ? [] : [...new Set(opens.pages.flatMap(({ hosts }) => hosts))];
}

/** The hosts of brands on which a number is a profile. */
export const chatNumberHosts = brandSites
  .filter(({ type }) => rulesOf(type).value === "chat number")
  .flatMap(({ hosts }) => hosts);

/** The brand that owns this host. */
export function siteOf(host: string): BrandSite | undefined {
  return brandSites.find(({ hosts, own }) =>
    hosts.some((known) => host === known || (host.endsWith(`.${known}`) && own.test(host.slice(0, -known.length)))),
  );
}

/** Key of the profile, chat or group that an address opens on a brand's host; undefined for any other page. */
export function profileAt(url: URL): string | undefined {
  const host = hostOf(url);
  const path = trimmedEnd(url.pathname, /\//);
  for (const { nameInHost, key } of brandSites) {
    const name = nameInHost?.exec(host)?.[1];
    if (name !== undefined) return path === "" ? key(`/${name}`, url) : undefined;
  }
  return siteOf(host)?.key(path, url);
}
