import { expect, it } from "vitest";
import type { SecondFactorStore } from "./second-factor-queries.ts";
import { createRecoveryCodes } from "./codes.ts";

/** A store that only knows whose code a hash is, like the real one. */
function recoveryCodes() {
  let kept: string[] = [];
  const store: Pick<SecondFactorStore, "replaceRecoveryCodes" | "useRecoveryCode"> = {
    replaceRecoveryCodes: async (_memberId, hashes) => {
      kept = [...hashes];
    },
    useRecoveryCode: async (_memberId, hash) => (kept.includes(hash) ? "used" : "none"),
  };
  return createRecoveryCodes({ store: store as SecondFactorStore });
}

const ticket = { key: "ticket", expiresAt: 0 };

it("accepts letters that look like digits as those digits", async () => {
  const codes = recoveryCodes();
  let code: string | undefined;
  // The codes are random: not each has both digits.
  while (code === undefined) code = (await codes.renew("member")).find((one) => one.includes("0") && one.includes("1"));
  for (const one of ["1", "I", "l"]) {
    for (const zero of ["0", "O", "o"]) {
      const typed = code.replaceAll("1", one).replaceAll("0", zero);
      expect(await codes.take("member", typed, ticket), typed).toBe("used");
    }
  }
  expect(await codes.take("other", code, ticket)).toBe("none");
  expect(await codes.take("member", code.slice(1), ticket)).toBe("none");
});
