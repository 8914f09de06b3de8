import { type Challenge, createChallenge, type DeriveKeyFunction, verifySolution } from "altcha-lib";
import { deriveKey as derive } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { createOnce } from "#server/lib/recent-map.ts";
import { keyedHash } from "#server/lib/tokens.ts";

/**
 * Browsers run PBKDF2 natively, so phones lose little to server farms. One try is one derivation, and one in 256 tries
 * fits: half a millisecond per try on a desktop core, 0.15 s in total, about a second on a cheap phone. Checking takes
 * one try.
 */
const difficulty = { algorithm: "PBKDF2/SHA-256", cost: 2000, keyPrefix: "00" };

/** Solving this many within their lifetime takes hours; beyond it, the oldest could be reused. */
const maxSolved = 50_000;

const payloadSchema = z.object({
  challenge: z.object({ parameters: z.looseObject({ expiresAt: z.number() }), signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * Issues and checks proofs of work (ALTCHA, https://altcha.org/docs/v2/): a challenge is signed, carries its expiry,
 * works once in each process and identifies nobody. `secret` is that of the store: behind a balancer, the instance that
 * gets the solution is often another one than asked for it.
 */
export function createProofOfWork(deps: { secret: string; seconds: number; now: () => number }) {
  const secret = keyedHash(deps.secret, "proof of work");
  const solved = createOnce({ max: maxSolved, now: deps.now });
  const deriveKey: DeriveKeyFunction = derive;

  return {
    /** A new challenge in ALTCHA's format. */
    ask: (): Promise<Challenge> =>
      createChallenge({
        ...difficulty,
        deriveKey,
        expiresAt: Math.ceil(deps.now() / 1000) + deps.seconds,
        hmacSignatureSecret: secret,
      }),

    /**
     * Returns whether `payload`, in ALTCHA's format (JSON in base64), solves an unexpired, unused challenge of ours.
     */
    async accept(payload: string): Promise<boolean> {
      const parsed = payloadSchema.safeParse(jsonIn(payload));
      if (!parsed.success) return false;
      const { solution } = parsed.data;
      // A verified challenge has our shape; any other does not verify.
      const challenge = parsed.data.challenge as unknown as Challenge & { signature: string };
      const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secret });
      if (!verified) return false;
      // No await from here on, so that of two parallel calls only one succeeds.
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
