import type { DeliveryChannel } from "#domain/delivery.ts";

export const channelNames: Record<DeliveryChannel, string> = {
  email: "E-mail",
  webhook: "Webhook",
  telegram: "Telegram",
};
