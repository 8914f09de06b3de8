import { day } from "#domain/time/durations.ts";
import type { Store } from "../open-store.ts";
import { createErasing } from "./erasing.ts";

interface ErasingTest {
  wake?: () => void;
  inThread?: boolean;
}

export const start = Date.UTC(2026, 0, 1);
/** When what was received at the start is over. */
export const later = start + 400 * day;

/** Erases as if a few were many already, in the event loop or, if there is one, in the thread. */
export function erasingIn(store: Store, { wake = () => undefined, inThread = false }: ErasingTest = {}) {
  const written: string[] = [];
  const erasing = createErasing({
    store: store.inquiries,
    thread: inThread ? store.erasingThread : null,
    bin: store.bin,
    audit: {
      draft:
        ({ about }) =>
        async (last) => {
          const number = (last?.number ?? 0) + 1;
          written.push(String(about["inquiry"]));
          return { number, entry: JSON.stringify({ number, about }), hash: String(number), seal: "" };
        },
      written: () => undefined,
    },
    retention: async () => ({ retentionDays: 180, binDays: 30 }),
    publishInbox: wake,
    now: () => later,
    many: { least: 3, share: 0 },
  });
  return { erasing, written };
}
