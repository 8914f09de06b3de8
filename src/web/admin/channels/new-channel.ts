import { useSyncExternalStore } from "react";
import { paths } from "#contract/paths.ts";
import { type ChannelType, channelTypes } from "#domain/brands/brands.ts";

/** Start values of the form for a new channel. */
export interface NewChannel {
  type: ChannelType;
  value: string;
}

/** Opens the form for a new channel with this value. In the fragment, which browsers send to no server. */
export const newChannelLink = (type: ChannelType, value: string) =>
  `${paths.channels}#add=${type}:${encodeURIComponent(value)}`;

/** Reads a new channel from the page's address; undefined if it has none. */
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
