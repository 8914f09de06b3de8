import type { IsOurs } from "#domain/lookalike/named-places.ts";
import type { Audit } from "../audit/audit.ts";
import type { Config } from "../config.ts";
import type { Attachments } from "../inquiries/attachments/attachments.ts";
import type { EntryProofs } from "../inquiries/entry-proofs.ts";
import type { BlockedSenders } from "../inquiries/blocked-senders.ts";
import type { Inquiries } from "../inquiries/inquiries.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { Profiles } from "../profiles/profiles.ts";
import type { Store } from "../open-store.ts";
import type { SettingsService } from "../settings/settings.ts";
import { createBin } from "./bin/bin.ts";
import { createInbox } from "./inbox.ts";
import { createMerging } from "./merging.ts";
import { createReplies } from "./replies.ts";
import { createSavedReplies } from "./saved-replies/saved-replies.ts";
import { createSavedViews } from "./saved-views/saved-views.ts";
import { createTags } from "./tags/tags.ts";

/** Creates the team's work on inquiries. The inbox feed exists before, for inquiries to publish to. */
export function composeInbox(deps: {
  store: Store;
  config: Pick<Config, "site">;
  audit: Audit;
  outbox: Outbox;
  settings: SettingsService;
  inquiries: Inquiries;
  attachments: Attachments;
  proofs: EntryProofs;
  profiles: Profiles;
  blockedSenders: BlockedSenders;
  publishInbox: () => void;
  places: () => Promise<IsOurs>;
  now: () => number;
}) {
  const { store, audit, outbox, settings, inquiries, blockedSenders, publishInbox, now } = deps;
  const { site } = deps.config;
  const common = { audit, outbox, settings, publishInbox, now };
  const stores = { store: store.inbox, tags: store.tags, inquiries: store.inquiries };
  const more = { untakenMails: store.untakenMails, blockedSenders, proofs: deps.proofs, site };
  const inbox = createInbox({ ...common, ...stores, ...more });
  return {
    inbox,
    replies: createReplies({
      ...common,
      attachments: deps.attachments,
      proofs: deps.proofs,
      profiles: deps.profiles,
      store: store.conversations,
      acceptedAnswers: store.acceptedAnswers,
      inbox,
    }),
    merging: createMerging({ ...common, store: store.merges, inbox }),
    bin: createBin({ ...common, store: store.bin, inbox: store.inbox, inquiries }),
    savedReplies: createSavedReplies({ store: store.savedReplies, places: deps.places, now }),
    tags: createTags({ ...common, store: store.tags }),
    savedViews: createSavedViews({ store: store.savedViews, publishInbox, now }),
  };
}
