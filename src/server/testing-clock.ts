import { siteSchema } from "#contract/site/site.ts";
import { createTestSigning } from "./signing/testing.ts";
import type { Store } from "./open-store.ts";
import { noAudit } from "./audit/testing.ts";
import { createCommonPasswords } from "./auth/passwords/passwords.ts";
import { createFactors } from "./auth/auth.ts";
import { createEncryption } from "./signing/encryption.ts";

/** A clock that stands still until it is advanced. */
export function createClock(start = Date.UTC(2026, 10, 1, 12)) {
  let time = start;
  return {
    now: () => time,
    advance: (duration: { seconds?: number; minutes?: number; hours?: number; days?: number }): void => {
      const { seconds = 0, minutes = 0, hours = 0, days = 0 } = duration;
      time += (seconds + 60 * (minutes + 60 * (hours + 24 * days))) * 1000;
    },
  };
}

/** The real second factor on a store, at `http://localhost:3000`. */
export async function createTestFactors(store: Store, now: () => number) {
  const signing = await createTestSigning();
  return createFactors({
    store,
    signing,
    audit: noAudit,
    encryption: createEncryption({ store, keys: signing }),
    site: siteSchema.parse({}),
    address: { url: undefined, origin: "http://localhost:3000" },
    sessions: { endOthers: async () => 0 },
    isRequired: async () => false,
    now,
  });
}

/** The password dependencies of `createAccounts`. */
export async function createTestPasswordRules(store: Store, now: () => number) {
  const { secondStep } = await createTestFactors(store, now);
  return {
    audit: noAudit,
    secondStep,
    commonPasswords: createCommonPasswords(),
    site: siteSchema.parse({}),
    outbox: { notifyOwners: () => Promise.resolve() },
    trust: {
      hold: () => Promise.resolve({ ok: true, waits: null } as const),
      linkMade: () => Promise.resolve(),
      linkMaker: () => Promise.resolve(undefined),
      recordReset: () => Promise.resolve(),
    },
    factorDigests: () => Promise.resolve([]),
  };
}
