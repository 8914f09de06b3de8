import { useSyncExternalStore } from "react";
import { paths } from "#contract/paths.ts";
import { type ChannelType, channelTypes } from "#domain/brands/brands.ts";

/** What the form for a new channel starts with. */
export interface NewChannel {
  type: ChannelType;
  value: string;
}

/** Opens the form for a new channel with this value. In the fragment, which browsers send to no server. */
export const newChannelLink = (type: ChannelType, value: string) =>
  `${paths.channels}#add=${type}:${encodeURIComponent(value)}`;

/** What the address says about a new channel; undefined without it. */
export function useNewChannel(): NewChannel | undefined {
  return readNewChannel(
    useSyncExternalStore(
      subscribe,
      () => window.location.hash,
      () => "",
    ),
  );
}

/** The page is shown anew for each address. */
const subscribe = () => () => undefined;

function readNewChannel(hash: string): NewChannel | undefined {
  const [, name, written = ""] = /^#add=(\w+):(.*)$/.exec(hash) ?? [];
  const type = channelTypes.find((one) => one === name);
  const value = new URLSearchParams(`value=${written}`).get("value") ?? "";
  return type === undefined ? undefined : { type, value };
}
