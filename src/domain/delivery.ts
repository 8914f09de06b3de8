/** Deliveries: how the team and visitors are notified. */
export const deliveryChannels = ["email", "webhook", "telegram"] as const;

export type DeliveryChannel = (typeof deliveryChannels)[number];

/**
 * Kinds of messages: a new inquiry, an answer, or a reply that did not arrive, to the team; to the visitor the receipt,
 * a reply, a notice that there is one, a code for their page, or a new link to it; changed destinations to owners,
 * one-time links to members, security events of their account, and inbox actions to owners; mentions, assignments and
 * answers in their inquiries to members; to owners that visitors wait longer than the site says; to the webhook alone
 * what happens to an inquiry; changes that carry trust to owners.
 */
export const deliveryKinds = [
  "inquiry",
  "answer",
  "acknowledgement",
  "reply",
  "reply-notice",
  "address-code",
  "new-link",
  "channel-change",
  "password-reset",
  "invitation",
  "security-notice",
  "inbox-notice",
  "mention",
  "assignment",
  "own-answer",
  "undelivered",
  "late-answers",
  "site-change",
  "trust-change",
  "inquiry-replied",
  "inquiry-status",
  "inquiry-erased",
] as const;

export type DeliveryKind = (typeof deliveryKinds)[number];

/** `dead`: every try failed; somebody must send it again. */
export const deliveryStates = ["waiting", "delivered", "dead"] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** Events about a member who is, or may become, an owner; sent to every owner. */
const ownerEvents = [
  "owner-proposed",
  "owner-added",
  "owner-link-made",
  "owner-password-set",
  "owner-factor-reset",
  "api-token-made",
] as const;

export type OwnerEvent = (typeof ownerEvents)[number];

/** Events of a member's own sign-in and, for owners, of changes among the owners. */
export const securityEvents = [
  "new-device",
  "recovery-code-used",
  "second-factor-reset",
  "password-changed",
  ...ownerEvents,
] as const;

export type SecurityEvent = (typeof securityEvents)[number];

/** Inbox actions that owners are notified of: exports, and inquiries moved to the bin or erased. */
export const inboxActions = ["exported", "deleted", "erased"] as const;

export type InboxAction = (typeof inboxActions)[number];
