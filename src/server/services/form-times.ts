import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export type FormTimes = ReturnType<typeof createFormTimes>;

/** What a form's time tells: when it was made, where that is known; `id` is its own among all forms. */
export type FormTime = { kind: "made"; at: number; id: string } | { kind: "unknown" } | { kind: "forged" };

/** A form that stood open for longer says nothing of who fills it in; it is as good as one without a time. */
export const formTimeLife = 2 * 86_400_000;

const pattern = /^([0-9a-z]{1,11})\.([\w-]{11})\.([\w-]{22})$/;

/** Signed times of forms: who sends one back did wait since then. `secret` outlives a restart, so that an open form stays good. */
export function createFormTimes(deps: { secret: string; now: () => number }) {
  const mac = (text: string) =>
    createHmac("sha256", deps.secret).update(`form time ${text}`).digest().subarray(0, 16).toString("base64url");

  return {
    /** The time for a form that is made now. */
    make(): string {
      const text = `${deps.now().toString(36)}.${randomBytes(8).toString("base64url")}`;
      return `${text}.${mac(text)}`;
    },

    /** Reads what a form sent back; `unknown` where it sent none, or one that is too old to say anything. */
    read(formTime: string | undefined): FormTime {
      if (formTime === undefined || formTime === "") return { kind: "unknown" };
      const [, made = "", id = "", code = ""] = pattern.exec(formTime) ?? [];
      if (!timingSafeEqual(Buffer.from(mac(`${made}.${id}`)), Buffer.from(code.padEnd(22)))) return { kind: "forged" };
      const at = Number.parseInt(made, 36);
      const age = deps.now() - at;
      // The clock may have been set back since: nobody's fault.
      return age < 0 || age > formTimeLife ? { kind: "unknown" } : { kind: "made", at, id };
    },
  };
}
