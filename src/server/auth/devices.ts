import { day } from "#domain/time/durations.ts";
import type { Member } from "#contract/auth/session.ts";
import type { Audit } from "../audit/audit.ts";
import type { KnownDeviceStore } from "./sign-in-queries.ts";
import { keyedHash, newToken } from "../lib/tokens.ts";

export type Devices = ReturnType<typeof createDevices>;

/**
 * Days for which a browser stays known after its last sign-in; the maximum lifetime of cookies (RFC 6265bis, section
 * 5.5).
 */
export const knownDays = 400;

/**
 * The browsers in which members have signed in, recognized by a random cookie without any fingerprint. Only its keyed
 * hash is stored.
 */
export function createDevices(deps: {
  store: KnownDeviceStore;
  audit: Pick<Audit, "record">;
  secret: string;
  /** Notifies a member of a sign-in from a new device. */
  notify: (memberId: string, device: string | null) => Promise<void>;
  now: () => number;
}) {
  const { store, now } = deps;

  return {
    /**
     * Call it after a sign-in: records a new browser and notifies the member, except for their first. `token` is the
     * browser's cookie; returns the one to set.
     */
    async seen(member: Member, token: string | undefined, device: string | null): Promise<string> {
      const kept = token !== undefined && /^[\w-]{43}$/.test(token) ? token : newToken();
      const key = keyedHash(deps.secret, "device", member.id, kept);
      if ((await store.see(key, member.id, now())) === "new") {
        await deps.audit.record({ kind: "new-device", by: member, about: { device } });
        await deps.notify(member.id, device);
      }
      return kept;
    },

    purge: () => store.deleteBefore(now() - knownDays * day),
  };
}

/** Far longer than any browser's header, short enough to parse at every sign-in. */
const longest = 512;

/** The browser and system of a user agent, such as `Chrome on Android`; null if unknown. Nothing else is stored. */
export async function deviceOf(userAgent: string | undefined): Promise<string | null> {
  // Loaded on first use, for a faster start. Without it a sign-in goes on: this is only a label.
  const bowser = await import("bowser").catch(() => null);
  if (bowser === null) return null;
  const { BROWSER_MAP, OS_MAP, parse } = bowser;
  const { browser, os } = parse(userAgent?.slice(0, longest) || "unknown");
  // An unknown browser's name would be arbitrary input.
  const isKnown = (names: Record<string, string>, name: string | undefined) =>
    name !== undefined && Object.values(names).includes(name);
  const known = [browser.name].filter((name) => isKnown(BROWSER_MAP, name));
  const systems = [os.name].filter((name) => isKnown(OS_MAP, name));
  return [...known, ...systems].join(" on ") || null;
}
