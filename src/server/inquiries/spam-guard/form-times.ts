import { createHmac, randomBytes } from "node:crypto";
import { day } from "#domain/time/durations.ts";
import { isSameSecret } from "#server/lib/tokens.ts";

/** What a form's time shows: when it was made, if known; `id` is unique among forms. */
export type FormTime = { kind: "made"; at: number; id: string } | { kind: "unknown" } | { kind: "forged" };

/** The age above which a form's time counts as missing: a form open that long says nothing about who fills it in. */
export const formTimeLife = 2 * day;

const pattern = /^([0-9a-z]{1,11})\.([\w-]{11})\.([\w-]{22})$/;

/**
 * Signed times of forms, which prove how long the sender has waited. `secret` must outlive restarts, so that open forms
 * stay valid.
 */
export function createFormTimes(deps: { secret: string; now: () => number }) {
  const mac = (text: string) =>
    createHmac("sha256", deps.secret).update(`form time ${text}`).digest().subarray(0, 16).toString("base64url");

  return {
    /** The time for a new form. */
    make(): string {
      const text = `${deps.now().toString(36)}.${randomBytes(8).toString("base64url")}`;
      return `${text}.${mac(text)}`;
    },

    /** Reads a form's time; `unknown` if it is missing or too old. */
    read(formTime: string | undefined): FormTime {
      if (formTime === undefined || formTime === "") return { kind: "unknown" };
      const [, made = "", id = "", code = ""] = pattern.exec(formTime) ?? [];
      if (!isSameSecret(mac(`${made}.${id}`), code)) return { kind: "forged" };
      const at = Number.parseInt(made, 36);
      const age = deps.now() - at;
      // The clock may have been set back since.
      return age < 0 || age > formTimeLife ? { kind: "unknown" } : { kind: "made", at, id };
    },
  };
}
