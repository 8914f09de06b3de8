import type { AuthenticationResponse } from "#contract/second-factor.ts";
import { useState } from "react";
import { teamApi } from "#web/api/team-api.ts";

/** The credential of a step-up. */
export type Proof = { password: string } | { code: string } | { passkey: AuthenticationResponse };

/** A prompt, shown until it is settled. */
export interface StepUpQuestion {
  /** What is confirmed, such as "change the password", if it is known. */
  action: string | undefined;
  /** Settles it: whether the step-up succeeded, also by signing in again. */
  answer: (isProven: boolean) => void;
  /** Sends the credential. @throws the server's error */
  prove: (proof: Proof) => Promise<void>;
  /** Cancels it; while a credential is being checked, the server's response decides. */
  leave: () => void;
}

/**
 * Makes the function that starts a step-up, one for all calls that need it at the time, and resolves to whether it
 * succeeded. `check` sends a credential, `show` shows and removes the prompt.
 */
export function proofAsker(
  check: (proof: Proof) => Promise<unknown>,
  show: (question: StepUpQuestion | undefined) => void,
): (action?: string) => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  return (action) => {
    asking ??= new Promise<boolean>((resolve) => show({ action, ...questionOf(check, resolve) })).finally(() => {
      asking = undefined;
      show(undefined);
    });
    return asking;
  };
}

function questionOf(
  check: (proof: Proof) => Promise<unknown>,
  answer: (isProven: boolean) => void,
): Omit<StepUpQuestion, "action"> {
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

/** Starts a step-up; `question` is the prompt to show meanwhile. */
export function useStepUp() {
  const [question, setQuestion] = useState<StepUpQuestion>();
  const [prove] = useState(() => proofAsker(teamApi.prove, setQuestion));
  return { question, prove };
}
