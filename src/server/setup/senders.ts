import type { SenderWithoutChannel } from "#contract/setup.ts";
import type { Channel } from "#domain/channels/channel-list.ts";
import type { FullSettings } from "../settings/full-settings.ts";

/** Hosts where anybody can have an address: a channel there says nothing about other addresses. */
const sharedHosts = new Set(
  (
    "gmail.com googlemail.com yahoo.com yahoo.in yahoo.co.in ymail.com outlook.com outlook.in hotmail.com live.com " +
    "icloud.com me.com rediffmail.com zoho.com zohomail.com zohomail.in proton.me protonmail.com aol.com gmx.com"
  ).split(" "),
);

/** Addresses that nobody reads. */
const unread = /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer|bounces?|notifications?|alerts?|postmaster)(?![a-z])/i;

/**
 * The addresses of our emails on a domain that no active email or website channel has: who gets such an email finds
 * nothing of it on the site. With each an address to add as a channel.
 */
export function sendersWithoutChannel(
  { mail, incoming }: Pick<FullSettings, "mail" | "incoming">,
  channels: ReadonlyArray<Pick<Channel, "type" | "value" | "isActive">>,
): SenderWithoutChannel[] {
  const active = channels.filter(({ isActive }) => isActive);
  const addresses = active.flatMap(({ type, value }) => (type === "email" ? [value.toLowerCase()] : []));
  const sites = active.flatMap(({ type, value }) => (type === "website" ? hostOf(value) : []));
  const domains = [...addresses.flatMap(domainOf), ...sites].filter((domain) => !sharedHosts.has(domain));
  const isKnown = (address: string) =>
    addresses.includes(address.toLowerCase()) ||
    domainOf(address).some((host) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`)));
  const senders = [
    { setting: "mail.from", address: mail?.from },
    { setting: "incoming.replyTo", address: incoming?.replyTo },
  ] as const;
  return senders.flatMap(({ setting, address }) =>
    address === undefined || isKnown(address) ? [] : [{ setting, address, suggested: suggestedFor(address) }],
  );
}

function suggestedFor(address: string): string {
  return unread.test(address) ? `support@${address.slice(address.lastIndexOf("@") + 1)}` : address;
}

const domainOf = (address: string) => hostOf(`https://${address.slice(address.lastIndexOf("@") + 1)}`);

/** The host of a link without `www.`, as browsers write it; nothing if there is none. */
function hostOf(link: string): string[] {
  const url = URL.parse(link);
  return url === null ? [] : [url.hostname.replace(/^www\./, "").replace(/\.$/, "")];
}
