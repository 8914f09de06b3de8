import { useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { Session } from "#contract/auth/session.ts";
import { paths } from "#contract/paths.ts";
import { providerPaths } from "#contract/further-paths.ts";
import { teamApi } from "#web/api/team-api.ts";
import { usePageData } from "#web/page/page-data.ts";
import { here } from "#web/page/router.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { failureText } from "../forms/failure.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Signs in once the session is over, without leaving the page: by password, or in a tab of the identity provider. */
export function SignInAgain(props: { email: string; onSignedIn: (session: Session) => void }) {
  const { email, onSignedIn } = props;
  const { hasProvider = false } = usePageData();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function goOn() {
    setBusy(true);
    try {
      onSignedIn(await teamApi.session());
    } catch (error) {
      setBusy(false);
      setFailure(error);
    }
  }

  return (
    <>
      <p className="sign-in-again">{teamCopy.shell.sessionOver.about}</p>
      {hasProvider && (
        <div className="form">
          {failure !== undefined && <Alert role="alert">{failureText(failure)}</Alert>}
          <a
            className={buttonClass("secondary")}
            href={`${providerPaths.signIn}?${new URLSearchParams({ to: here(paths.security) }).toString()}`}
            target="_blank"
            rel="noopener"
          >
            {teamCopy.signIn.provider.signIn}
          </a>
          <p className="hint">{teamCopy.signIn.provider.confirmHint}</p>
          <Button variant="secondary" busy={busy} onClick={() => busy || void goOn()}>
            {teamCopy.signIn.provider.goOn}
          </Button>
          <p className="or">{teamCopy.signIn.or}</p>
        </div>
      )}
      <SignInForm email={email} onSignedIn={onSignedIn} />
    </>
  );
}
