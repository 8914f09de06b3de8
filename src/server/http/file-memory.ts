import { second } from "#domain/time/durations.ts";
import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import { createNetworkKeys } from "../lib/network.ts";

/** Bytes of files in memory, of all requests in progress, and of those from one network. */
const max = { all: 192 * 1024 * 1024, each: 48 * 1024 * 1024 };
/** Max bytes that one request can hold. */
const largest = attachmentLimits.count * attachmentLimits.bytes;
/** Requests that wait for memory, and those from one network. They hold a connection and a few kB each. */
const maxWaiting = { all: 128, each: 16 };
/** Max wait, below the 60 s after which proxies, and `LIMIT_STALL_SECONDS`, end a request. */
const patience = 30 * second;
/** A connection may be slow to begin with, or pause. */
const grace = 20 * second;

export type FileMemory = ReturnType<typeof createFileMemory>;

interface Waiting {
  network: string;
  bytes: number;
  settle: (isGranted: boolean) => void;
}

/** A request that has reserved memory, while its body arrives. */
interface Upload {
  bytes: number;
  received: number;
  since: number;
  end: () => void;
}

/**
 * Memory for the files of requests. A request reserves what it will hold before its files are read, and waits until
 * that is free: then nobody holds a part and waits for the rest. No network may take it all. While somebody waits,
 * uploads are ended that could not end within `uploadSeconds` anyway: what must be sent to hold memory grows with it,
 * and a small picture over a slow line arrives.
 */
export function createFileMemory({ uploadSeconds }: { uploadSeconds: number }) {
  let all = 0;
  let refused = 0;
  const networks = new Map<string, number>();
  const waiting = new Set<Waiting>();
  const uploads = new Set<Upload>();
  let watch: NodeJS.Timeout | undefined;
  const keyOf = createNetworkKeys({ now: Date.now, changed: () => networks.clear() });

  function add(network: string, bytes: number): void {
    all += bytes;
    const own = (networks.get(network) ?? 0) + bytes;
    if (own > 0) networks.set(network, own);
    else networks.delete(network);
  }

  const fits = (network: string, bytes: number) => (networks.get(network) ?? 0) + bytes <= max.each;

  /** Admits waiting requests in order of arrival, so that small ones do not keep a large one waiting. */
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

  /** Ends uploads at less than half of the pace that is needed: few of these would still finish in time. */
  function endSlow(): void {
    for (const upload of uploads) {
      const passed = performance.now() - upload.since;
      const needed = (upload.bytes * passed) / (uploadSeconds * second);
      if (passed < grace || upload.received >= needed / 2) continue;
      uploads.delete(upload);
      refused += 1;
      upload.end();
    }
  }

  return {
    all: (): number => all,
    waiting: (): number => waiting.size,
    /** Requests whose files were not taken, since the start: too many waited, or for too long, or one was too slow. */
    refused: (): number => refused,

    /** The memory of one request, which `end` ends. */
    hold(address: string, end: () => void) {
      const upload: Upload = { bytes: 0, received: 0, since: 0, end };
      let held = 0;
      let isReleased = false;
      let network: string | undefined;
      let own: Waiting | undefined;

      function take(bytes: number): void {
        held += bytes;
        add((network ??= keyOf(address)), bytes);
      }

      function begin(bytes: number): void {
        take(bytes);
        Object.assign(upload, { bytes, since: performance.now() });
        uploads.add(upload);
      }

      return {
        /** Reserves bytes, once; false if they are not free in time, or all was released. */
        async reserve(wanted: number): Promise<boolean> {
          if (isReleased) return false;
          const bytes = Math.min(wanted, largest);
          network = keyOf(address);
          if (hasRoom(network, bytes)) {
            begin(bytes);
            return true;
          }
          const ownWaiting = [...waiting].filter((one) => one.network === network).length;
          if (waiting.size >= maxWaiting.all || ownWaiting >= maxWaiting.each) {
            refused += 1;
            return false;
          }
          const isGranted = await waitForRoom(network, bytes);
          if (!isGranted && !isReleased) refused += 1;
          return isGranted;
        },

        /** Notes that bytes of the body have arrived. */
        receive(bytes: number): void {
          upload.received += bytes;
        },

        /** Frees what is held beyond these bytes, once the body has arrived. */
        shrink(bytes: number): void {
          uploads.delete(upload);
          if (held <= bytes) return;
          take(bytes - held);
          admitWaiting();
        },

        /** Frees everything; what waits, or comes later, gets nothing. */
        release(): void {
          isReleased = true;
          uploads.delete(upload);
          own?.settle(false);
          // Most requests hold no memory, so their network need not be looked up.
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
              if (waiting.size === 0) {
                clearInterval(watch);
                watch = undefined;
              }
              // Begins before the promise settles: the connection may close before its awaiter runs.
              if (isGranted) begin(bytes);
              resolve(isGranted);
            },
          };
          own = one;
          waiting.add(one);
          watch ??= setInterval(endSlow, second).unref();
        });
      }
    },
  };
}
