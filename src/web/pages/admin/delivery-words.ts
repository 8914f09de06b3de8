import type { DeliveryChannel } from "#domain/delivery.ts";

export const channelNames: Record<DeliveryChannel, string> = {
  email: "E-mail",
  webhook: "Webhook",
  telegram: "Telegram",
};

/** A time for the team: `21 Nov, 3:40 pm`, in the site's time zone. */
export function inSiteTime(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-IN", {
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  }).format(new Date(instant));
}
