import { type ReactNode, useEffect, useState } from "react";
import { paths } from "#contract/paths.ts";
import type { Session } from "#contract/session.ts";
import type { Role } from "#domain/member.ts";
import { Button } from "#web/ui/button.tsx";
import { FetchDocument } from "#web/ui/fetch-document.tsx";
import { usePageData } from "#web/page/page-data.ts";
import "./admin.css";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { eraseOldDrafts } from "../inbox/inquiry/drafts.ts";
import { ForgottenPassword } from "../sign-in/forgotten-password.tsx";
import { SignInForm } from "../sign-in/sign-in-form.tsx";
import type { AdminIconName } from "./icons.tsx";
import type { SharedLink } from "./shell.tsx";
import { SignedInArea } from "./signed-in-area.tsx";
import { Alert } from "#web/ui/alert.tsx";

/** A link in the shell's navigation. */
export interface Area {
  path: string;
  label: string;
  icon: AdminIconName;
  /** The role that may use it; without one, everybody. */
  only?: Role;
  /** Whether it has a place in the bar at the bottom of a phone. */
  onPhones?: boolean;
  /** Paths of pages that belong to it. */
  also?: readonly string[];
}

/** Around a page of the team: the sign-in form without a session, the shell for a member. The document says which. */
export function AdminArea(props: { areas: readonly Area[]; links: readonly SharedLink[]; children: ReactNode }) {
  const { member, mustSetUp = false } = usePageData();
  if (member === undefined) return <FetchDocument />;
  return (
    <>
      <NeedsScripts />
      {member === null ? <SignInPage /> : <SignedInArea initial={{ member, mustSetUp }} {...props} />}
    </>
  );
}
function SignInPage() {
  const { resetsByMail = false } = usePageData();
  const [forgotten, setForgotten] = useState(false);
  const ready = useHydrated();
  useEffect(eraseOldDrafts, []);
  return (
    <section className="narrow">
      <h1>Sign in</h1>
      <p className="lead">For the team. Visitors find our channels on the contact page.</p>
      {forgotten ? (
        <ForgottenPassword onBack={() => setForgotten(false)} />
      ) : (
        <SignInForm onSignedIn={enter}>
          {resetsByMail ? (
            <Button variant="secondary" disabled={!ready} onClick={() => setForgotten(true)}>
              Forgot your password?
            </Button>
          ) : (
            <p className="hint">
              Password forgotten? An owner, or whoever runs the server, can make you a link to set a new one.
            </p>
          )}
        </SignInForm>
      )}
    </section>
  );
}

/** Loads the document of the signed-in member: agents work in the inbox, unless they followed a link elsewhere. */
function enter({ member }: Session): void {
  if (member.role === "agent" && location.pathname === paths.channels) location.replace(paths.inbox);
  else location.reload();
}

/**
 * Says that the admin area needs JavaScript. Shown if the page is not hydrated after a moment, so that it also helps
 * when scripts fail to load, unlike `noscript`.
 */
export function NeedsScripts() {
  if (useHydrated()) return null;
  return <Alert className="needs-scripts">The admin area needs JavaScript. Please switch it on for this site.</Alert>;
}
