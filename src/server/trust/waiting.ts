import type { Waiting } from "#contract/trust.ts";
import { instant } from "#domain/time/instant.ts";
import type { Held } from "./trust.ts";

/** What a change waits for, as the API answers. */
export function waitingOf({ from, earliest }: NonNullable<Extract<Held, { ok: true }>["waits"]>): Waiting {
  return {
    message:
      from === null
        ? "It waits for the approval of another owner."
        : "It takes effect once its time is over. Until then every owner can stop it.",
    takesEffectAt: from === null ? null : instant(from),
    earliestAt: instant(earliest),
  };
}
