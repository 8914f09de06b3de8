import { randomInt } from "node:crypto";
import { z } from "zod";
import type { TestOutcome } from "#contract/settings.ts";
import type { Member } from "#contract/auth/session.ts";
import type { SupportState } from "#contract/setup.ts";
import { say } from "#copy/server/say.ts";
import type { Audit } from "../audit/audit.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { ReadSupportAddress } from "../site/support-address.ts";

/** The last test of the support address, in the signed settings. */
const testSchema = z.object({ email: z.string(), code: z.string(), hasArrived: z.boolean() });

const part = "supportTest";

/** Tests whether mail to the support address arrives: a code that an owner reads there and types. */
export function createSupportTest(deps: {
  settings: Pick<SettingsService, "part" | "replacePart">;
  supportAddress: ReadSupportAddress;
  audit: Pick<Audit, "draft">;
  send: (email: string, code: string) => Promise<TestOutcome>;
}) {
  const { settings, supportAddress, audit } = deps;

  /** The last test of this address; one of another address does not count. */
  function testOf(email: string, stored: unknown) {
    const parsed = testSchema.safeParse(stored);
    return parsed.success && parsed.data.email === email ? parsed.data : undefined;
  }

  return {
    async state(): Promise<SupportState> {
      const { email, source } = await supportAddress();
      const last = testOf(email, await settings.part(part));
      return { email, source, isSent: last !== undefined, hasArrived: last?.hasArrived === true };
    },

    /** Sends a code to the support address; a new one replaces the last. */
    async send(): Promise<TestOutcome> {
      const { email, source } = await supportAddress();
      if (source === "nobody") return { delivered: false, message: say("delivery-test.no-address") };
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const outcome = await deps.send(email, code);
      if (!outcome.delivered) return outcome;
      const made = { part: { email, code, hasArrived: false }, entry: null, messages: [] };
      const isKept = await settings.replacePart(part, () => Promise.resolve(made));
      if (isKept) return outcome;
      return { delivered: false, message: say("settings.untrusted") };
    },

    /** Returns whether this is the code of the last test, which then has arrived. */
    async confirm(code: string, { id, email: member }: Member): Promise<boolean> {
      const { email } = await supportAddress();
      let isRight = false;
      await settings.replacePart(part, (stored, version) => {
        const last = testOf(email, stored);
        isRight = last !== undefined && last.code === code;
        if (!isRight || last === undefined) return Promise.resolve(null);
        const about = { names: ["support.email"], version, confirmed: email };
        const entry = audit.draft({ kind: "site-changed", by: { id, email: member }, about });
        return Promise.resolve({ part: { ...last, hasArrived: true }, entry, messages: [] });
      });
      return isRight && (await this.state()).hasArrived;
    },
  };
}
