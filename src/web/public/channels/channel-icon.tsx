import { brandOf, type ChannelType } from "#domain/brands/brands.ts";
import { Drawing } from "#web/ui/icon.tsx";

/** The icon of a channel type: decorative, like the others. */
export function ChannelIcon({ type }: { type: ChannelType }) {
  return <Drawing path={brandOf(type).icon} />;
}
