import type { AuthenticationResponse } from "#contract/second-factor.ts";

/** What proves who somebody is. */
export type Proof = { password: string } | { passkey: AuthenticationResponse };

/** A question that stands on the screen until it is answered. */
export interface ProofQuestion {
  /** Ends it: whether it is proven, such as by signing in anew. */
  answer: (isProven: boolean) => void;
  /** Sends the proof. @throws what the server refused it with */
  prove: (proof: Proof) => Promise<void>;
  /** Gives it up; while a proof is on its way, the server's answer to that decides. */
  leave: () => void;
}

/**
 * Gives what asks for a proof, once for all calls that need one meanwhile, and answers whether it was given. `check` sends a proof,
 * `show` puts the question on the screen and takes it away.
 */
export function proofAsker(
  check: (proof: Proof) => Promise<unknown>,
  show: (question: ProofQuestion | undefined) => void,
): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  return () => {
    asking ??= new Promise<boolean>((resolve) => show(questionOf(check, resolve))).finally(() => {
      asking = undefined;
      show(undefined);
    });
    return asking;
  };
}

function questionOf(check: (proof: Proof) => Promise<unknown>, answer: (isProven: boolean) => void): ProofQuestion {
  let isSending = false;
  let isLeft = false;
  return {
    answer,
    leave() {
      if (isSending) isLeft = true;
      else answer(false);
    },
    async prove(proof) {
      isSending = true;
      try {
        await check(proof);
        answer(true);
      } catch (error) {
        if (isLeft) answer(false);
        throw error;
      } finally {
        isSending = false;
      }
    },
  };
}
