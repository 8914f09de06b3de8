import type { Audit } from "../audit/audit.ts";
import type { Config } from "../config.ts";
import type { BlockedSenders } from "../inquiries/blocked-senders.ts";
import type { Inquiries } from "../inquiries/inquiries.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { Store } from "../open-store.ts";
import type { SettingsService } from "../settings/settings.ts";
import { createBin } from "./bin.ts";
import { createInbox } from "./inbox.ts";
import { createReplies } from "./replies.ts";
import { createSavedReplies } from "./saved-replies.ts";

/** Creates the team's work on inquiries. The inbox feed exists before, for inquiries to publish to. */
export function createInboxServices(deps: {
  store: Store;
  config: Pick<Config, "site">;
  audit: Audit;
  outbox: Outbox;
  settings: SettingsService;
  inquiries: Inquiries;
  blockedSenders: BlockedSenders;
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, audit, outbox, settings, inquiries, blockedSenders, publishInbox, now } = deps;
  const { country, timeZone } = deps.config.site;
  const common = { audit, outbox, settings, publishInbox, now };
  const inbox = createInbox({
    ...common,
    store: store.inbox,
    inquiries: store.inquiries,
    blockedSenders,
    country,
    timeZone,
  });
  return {
    inbox,
    replies: createReplies({ ...common, store: store.conversations, inbox }),
    bin: createBin({ ...common, store: store.bin, inbox: store.inbox, inquiries }),
    savedReplies: createSavedReplies({ store: store.savedReplies, now }),
  };
}
