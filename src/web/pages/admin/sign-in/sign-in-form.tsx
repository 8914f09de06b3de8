import { type ReactNode, useState } from "react";
import type { Session } from "#contract/session.ts";
import type { SecondFactorNeeded } from "./second-factor-needed.ts";
import { PasswordStep } from "./password-step.tsx";
import { SecondStep } from "./second-step.tsx";

/**
 * Signs a member in: with address and password and, where the server asks for it, a second factor; or with a passkey alone.
 * `children` stand below the first step. What was typed there is kept through the second.
 */
export function SignInForm(props: { email?: string; onSignedIn: (session: Session) => void; children?: ReactNode }) {
  const { email, onSignedIn, children } = props;
  const [second, setSecond] = useState<SecondFactorNeeded>();
  /** Why the sign-in has started again. */
  const [notice, setNotice] = useState<string>();
  return (
    <>
      <div className="sign-in" hidden={second !== undefined}>
        <PasswordStep
          email={email}
          isShown={second === undefined}
          notice={notice}
          onSignedIn={onSignedIn}
          onSecond={(needed) => {
            setNotice(undefined);
            setSecond(needed);
          }}
        />
        {children}
      </div>
      {second !== undefined && (
        <SecondStep
          lead="Your password is right."
          needed={second}
          onSignedIn={onSignedIn}
          onBack={(why) => {
            setNotice(why);
            setSecond(undefined);
          }}
        />
      )}
    </>
  );
}
