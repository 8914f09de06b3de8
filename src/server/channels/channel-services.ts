import type { ServerText } from "#copy/server/say.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { isNotified } from "#domain/channels/sensitive-changes.ts";
import type { Audit } from "../audit/audit.ts";
import type { Owners } from "../auth/team/owners.ts";
import type { Config } from "../config.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { Store } from "../open-store.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";
import type { Signing } from "../signing/signing.ts";
import { createChannelHistory } from "./channel-history.ts";
import { createChannelImport } from "./channel-import.ts";
import { createChannels } from "./channels.ts";
import { createDescriptions, type SiteTexts } from "./descriptions.ts";
import { createOfficialList } from "./official-list.ts";
import { createSignedChannels } from "./signed-channels.ts";

/** Creates the signed channel list, its history, and what is published of it. */
export function createChannelServices(deps: {
  store: Store;
  signing: Signing;
  config: Pick<Config, "limits" | "site" | "address">;
  audit: Audit;
  outbox: Outbox;
  owners: Owners;
  /** Returns the places besides the channels that texts may name. */
  places: () => ReadonlyArray<{ type: ChannelType; value: string }>;
  siteTexts: SiteTexts;
  signedMembers: { alarm: () => { since: number; message: ServerText } | null };
  now: () => number;
}) {
  const { store, signing, config, audit, outbox, owners, now } = deps;
  const signedChannels = createSignedChannels({
    store: store.channelList,
    signing,
    messagesFor: async (change) => (isNotified(change) ? outbox.messagesForChannelChange(change.number) : []),
    audit,
    outbox,
    changed: () => store.pubSub.publish("channels"),
    now,
  });
  const descriptions = createDescriptions({
    country: () => config.site.country,
    site: () => config.address.origin,
    places: deps.places,
    siteTexts: deps.siteTexts,
  });
  const channels = createChannels({
    channelList: signedChannels,
    descriptions,
    owners,
    limits: { max: config.limits.channels },
    readNumber: (text) => readPhoneNumber(text, config.site.country),
    now,
  });
  return {
    channels,
    /** Used by the operator's commands; all others use `channels`. */
    signedChannels,
    descriptions,
    channelHistory: createChannelHistory({
      channels,
      owners,
      country: () => config.site.country,
      storeAlarms: () => [deps.signedMembers.alarm()].filter((alarm) => alarm !== null),
      now,
    }),
    channelImport: createChannelImport({ channels, descriptions, now }),
    officialList: createOfficialList({ channels, signing, site: config.site, address: config.address, now }),
  };
}
