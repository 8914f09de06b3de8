/** The ways out of the front desk. */
export const deliveryChannels = ["email", "webhook", "telegram"] as const;

export type DeliveryChannel = (typeof deliveryChannels)[number];

/**
 * What is sent: news of an inquiry to the team and a receipt to its visitor, news of where the channels open to the owners, one-time
 * links to members, and news of their own sign-in.
 */
export const deliveryKinds = [
  "inquiry",
  "acknowledgement",
  "channel-change",
  "password-reset",
  "invitation",
  "security-notice",
] as const;

export type DeliveryKind = (typeof deliveryKinds)[number];

/** `dead`: every try has failed, and it waits for somebody to send it again. */
export const deliveryStates = ["waiting", "delivered", "dead"] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** What a member is told of their own sign-in. */
export const securityNotices = ["new-device", "recovery-code-used", "second-factor-reset"] as const;

export type SecurityNotice = (typeof securityNotices)[number];
