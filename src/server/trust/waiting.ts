import type { Waiting } from "#contract/trust.ts";
import { say } from "#copy/server/say.ts";
import { instant } from "#domain/time/instant.ts";
import type { Held } from "./trust.ts";

/** Returns the wait of a change, in the form of the API. */
export function waitingOf({ from, earliest }: NonNullable<Extract<Held, { ok: true }>["waits"]>): Waiting {
  return {
    message: from === null ? say("trust.waits-for-owner") : say("trust.waits-for-time"),
    takesEffectAt: from === null ? null : instant(from),
    earliestAt: instant(earliest),
  };
}
