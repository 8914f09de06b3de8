import { second } from "#domain/time/durations.ts";
import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import { createNetworkKeys } from "../lib/network.ts";

/** Bytes of files in memory, of all requests in progress, and of those from one network. */
const max = { all: 192 * 1024 * 1024, each: 48 * 1024 * 1024 };
/** What one request can hold. */
const largest = attachmentLimits.count * attachmentLimits.bytes;
/** Requests that wait for memory, and those from one network. They hold a connection and a few kB each. */
const maxWaiting = { all: 128, each: 16 };
/** Below the 60 s after which proxies, and `LIMIT_STALL_SECONDS`, give up. */
const patience = 30 * second;

export type FileMemory = ReturnType<typeof createFileMemory>;

interface Waiting {
  network: string;
  bytes: number;
  settle: (isGranted: boolean) => void;
}

/**
 * Memory for the files of requests. A request reserves what it will hold before its body is read, and waits until that
 * is free: then nobody holds a part and waits for the rest. No network may take it all.
 */
export function createFileMemory() {
  let all = 0;
  let refused = 0;
  const networks = new Map<string, number>();
  const waiting = new Set<Waiting>();
  const keyOf = createNetworkKeys({ now: Date.now, changed: () => networks.clear() });

  function add(network: string, bytes: number): void {
    all += bytes;
    const own = (networks.get(network) ?? 0) + bytes;
    if (own > 0) networks.set(network, own);
    else networks.delete(network);
  }

  const fits = (network: string, bytes: number) => (networks.get(network) ?? 0) + bytes <= max.each;

  /** In order of arrival, so that small requests do not keep a large one waiting. */
  function admitWaiting(): void {
    for (const { network, bytes, settle } of waiting) {
      // One whose network has its share holds up nobody else.
      if (!fits(network, bytes)) continue;
      if (all + bytes > max.all) return;
      settle(true);
    }
  }

  function hasRoom(network: string, bytes: number): boolean {
    const isNext = ![...waiting].some((one) => fits(one.network, one.bytes));
    return isNext && fits(network, bytes) && all + bytes <= max.all;
  }

  return {
    all: (): number => all,
    waiting: (): number => waiting.size,
    /** Requests whose files were not taken, since the start: too many waited, or for too long. */
    refused: (): number => refused,

    /** The memory of one request. */
    hold(address: string) {
      let held = 0;
      let network: string | undefined;
      let own: Waiting | undefined;

      function take(bytes: number): void {
        held += bytes;
        add((network ??= keyOf(address)), bytes);
      }

      return {
        /** Reserves bytes, once; false if they are not free in time. */
        async reserve(wanted: number): Promise<boolean> {
          const bytes = Math.min(wanted, largest);
          network = keyOf(address);
          if (hasRoom(network, bytes)) {
            take(bytes);
            return true;
          }
          const ownWaiting = [...waiting].filter((one) => one.network === network).length;
          if (waiting.size >= maxWaiting.all || ownWaiting >= maxWaiting.each) {
            refused += 1;
            return false;
          }
          const isGranted = await waitForRoom(network, bytes);
          if (!isGranted) refused += 1;
          return isGranted;
        },

        /** Frees what is held beyond these bytes. */
        shrink(bytes: number): void {
          if (held <= bytes) return;
          take(bytes - held);
          admitWaiting();
        },

        /** Frees everything; what waits gets nothing. */
        release(): void {
          own?.settle(false);
          // As most requests do: no network needs to be named for them.
          if (held === 0) return;
          take(-held);
          admitWaiting();
        },
      };

      function waitForRoom(from: string, bytes: number): Promise<boolean> {
        return new Promise((resolve) => {
          const timer = setTimeout(() => one.settle(false), patience).unref();
          const one: Waiting = {
            network: from,
            bytes,
            settle(isGranted) {
              clearTimeout(timer);
              waiting.delete(one);
              own = undefined;
              // At once: between the promise and who awaits it, the connection may close.
              if (isGranted) take(bytes);
              resolve(isGranted);
            },
          };
          own = one;
          waiting.add(one);
        });
      }
    },
  };
}
