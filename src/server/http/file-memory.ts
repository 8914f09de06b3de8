import { createNetworkKeys } from "../lib/network.ts";

/** Bytes of files in memory, of all requests in progress, and of those from one network. */
const max = { all: 192 * 1024 * 1024, each: 48 * 1024 * 1024 };

export type FileMemory = ReturnType<typeof createFileMemory>;

/** Counts the bytes of files that requests hold. No network may take it all. */
export function createFileMemory() {
  let all = 0;
  const networks = new Map<string, number>();
  const keyOf = createNetworkKeys({ now: Date.now, changed: () => networks.clear() });

  return {
    /** Counts more bytes of a network; false if there are too many. They count until they are freed. */
    take(address: string, bytes: number): boolean {
      const network = keyOf(address);
      const own = (networks.get(network) ?? 0) + bytes;
      all += bytes;
      networks.set(network, own);
      return all <= max.all && own <= max.each;
    },

    free(address: string, bytes: number): void {
      // As most requests do: no network needs to be named for them.
      if (bytes === 0) return;
      const network = keyOf(address);
      const own = (networks.get(network) ?? 0) - bytes;
      all -= bytes;
      if (own > 0) networks.set(network, own);
      else networks.delete(network);
    },

    all: (): number => all,
  };
}
