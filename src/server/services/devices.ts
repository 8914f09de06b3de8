import { createHmac } from "node:crypto";
import type { KnownDeviceStore } from "../store/known-devices.ts";
import { newToken } from "./tokens.ts";

export type Devices = ReturnType<typeof createDevices>;

/** How long a browser stays known after its last sign-in; browsers keep no cookie longer (RFC 6265bis, section 5.5). */
export const knownDays = 400;

/**
 * The browsers in which members have signed in, known by a random cookie of their own: nothing of what a browser is or shows goes into
 * it. Only its keyed hash is stored.
 */
export function createDevices(deps: {
  store: KnownDeviceStore;
  secret: string;
  /** Tells a member of a sign-in from a device that is new to them. */
  tell: (memberId: string, device: string | null) => Promise<void>;
  now: () => number;
}) {
  const { store, now } = deps;

  return {
    /**
     * After a sign-in: tells the member where the browser is new to them, though never of the first of all. `token` is what the browser
     * holds; the answer is what it must hold from now on.
     */
    async seen(memberId: string, token: string | undefined, device: string | null): Promise<string> {
      const kept = token !== undefined && /^[\w-]{43}$/.test(token) ? token : newToken();
      const key = createHmac("sha256", deps.secret)
        .update(JSON.stringify(["device", memberId, kept]))
        .digest("base64url");
      if ((await store.see(key, memberId, now())) === "new") await deps.tell(memberId, device);
      return kept;
    },

    forgetOld: () => store.forgetBefore(now() - knownDays * 86_400_000),
  };
}
