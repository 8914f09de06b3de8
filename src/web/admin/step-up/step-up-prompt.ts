import type { AuthenticationResponse } from "#contract/auth/second-factor.ts";
import { useState } from "react";
import { teamApi } from "#web/api/team-api.ts";

/** The credential of a step-up. */
export type Credential = { password: string } | { code: string } | { passkey: AuthenticationResponse };

/** A prompt, shown until it is settled. */
export interface StepUpQuestion {
  /** The action to confirm, such as "change the password", if it is known. */
  action: string | undefined;
  /** Settles it: whether the step-up succeeded, also by signing in again. */
  answer: (hasSucceeded: boolean) => void;
  /** Sends the credential. @throws the server's error */
  send: (credential: Credential) => Promise<void>;
  /** Cancels it; while a credential is being checked, the server's response decides. */
  leave: () => void;
}

/**
 * Makes the function that starts a step-up, one for all calls that need it at the time, and resolves to whether it
 * succeeded. `check` sends a credential, `show` shows and removes the prompt.
 */
export function createStepUpPrompt(
  check: (credential: Credential) => Promise<unknown>,
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
  check: (credential: Credential) => Promise<unknown>,
  answer: (hasSucceeded: boolean) => void,
): Omit<StepUpQuestion, "action"> {
  let isSending = false;
  let isLeft = false;
  return {
    answer,
    leave() {
      if (isSending) isLeft = true;
      else answer(false);
    },
    async send(credential) {
      isSending = true;
      try {
        await check(credential);
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
  const [stepUp] = useState(() => createStepUpPrompt(teamApi.stepUp, setQuestion));
  return { question, stepUp };
}
