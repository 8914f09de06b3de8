import { type ReactNode, useState } from "react";
import type { Session } from "#contract/session.ts";
import type { SecondFactorNeeded } from "./second-factor-needed.ts";
import { PasswordStep } from "./password-step.tsx";
import { SecondStep } from "./second-step.tsx";

/**
 * Signs a member in: by address and password, with a second factor if the server requires it, or by passkey alone.
 * `children` render below the first step, whose fields are kept during the second.
 */
export function SignInForm(props: { email?: string; onSignedIn: (session: Session) => void; children?: ReactNode }) {
  const { email, onSignedIn, children } = props;
  const [second, setSecond] = useState<SecondFactorNeeded>();
  /** Why the sign-in has restarted. */
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
