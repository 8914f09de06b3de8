import { randomBytes } from "node:crypto";
import { type Challenge, createChallenge, type DeriveKeyFunction, verifySolution } from "altcha-lib";
import { deriveKey as derive } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { createOnce } from "./once.ts";

export type Work = ReturnType<typeof createWork>;

/**
 * PBKDF2 is what browsers do natively, so that a phone loses little to a farm; its iterations are one try, and one in 256 tries fits.
 * Half a millisecond for a try on a desktop's core: 0.15 s for the whole there, about a second on a cheap phone, and one try for us to check.
 */
const difficulty = { algorithm: "PBKDF2/SHA-256", cost: 2000, keyPrefix: "00" };

/** Beyond so many solved ones within their life, which cost the solver hours, the oldest could be used again. */
const mostSolved = 50_000;

const payloadSchema = z.object({
  challenge: z.object({ parameters: z.looseObject({ expiresAt: z.number() }), signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * Asks for a proof of work and checks it (ALTCHA, https://altcha.org/docs/v2/): a challenge is signed, carries its own end, is good
 * for one use and names nobody. The key is this process's alone: a restart asks anew.
 */
export function createWork(deps: { seconds: number; now: () => number }) {
  const secret = randomBytes(32).toString("base64url");
  const solved = createOnce({ most: mostSolved, now: deps.now });
  const deriveKey: DeriveKeyFunction = derive;

  return {
    /** A fresh challenge, as ALTCHA writes one. */
    ask: (): Promise<Challenge> =>
      createChallenge({
        ...difficulty,
        deriveKey,
        expiresAt: Math.ceil(deps.now() / 1000) + deps.seconds,
        hmacSignatureSecret: secret,
      }),

    /** Whether `payload`, as ALTCHA writes one (JSON in base64), solves a challenge of ours that is not over and was not used. */
    async accept(payload: string): Promise<boolean> {
      const parsed = payloadSchema.safeParse(jsonIn(payload));
      if (!parsed.success) return false;
      const { solution } = parsed.data;
      // What is signed has the shape that we gave it; anything else does not verify.
      const challenge = parsed.data.challenge as unknown as Challenge & { signature: string };
      const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secret });
      if (!verified) return false;
      // Nothing is awaited from here on, so that two at once cannot both be the first.
      return solved.use(challenge.signature, parsed.data.challenge.parameters.expiresAt * 1000);
    },
  };
}

function jsonIn(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, "base64").toString());
  } catch {
    return undefined;
  }
}
