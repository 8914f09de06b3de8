import { teamCopy } from "#copy/current.ts";
import { type FormEvent, type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { paths } from "#contract/paths.ts";
import { providerPaths } from "#contract/further-paths.ts";
import type { Session } from "#contract/auth/session.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { useFocusOnMount } from "#web/ui/fields/use-focus-on-mount.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { here, navigate, pathHere, useLocation } from "#web/page/router.tsx";
import { usePageData, useSite, useVisit } from "#web/page/page-data.ts";
import { eraseOldDrafts } from "../inbox/inquiry/drafts/drafts.ts";
import { AdminIcon } from "../shell/icons.tsx";
import { failureText } from "../forms/failure.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { typedText } from "../forms/typed-text.ts";
import { teamApi } from "#web/api/team-api.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** Page in place of one of the team's, while nobody is signed in. */
export function SignInPage() {
  const { resetsByMail = false, hasProvider = false } = usePageData();
  const [forgotten, setForgotten] = useState(false);
  const site = useSite();
  const ready = useHydrated();
  const shown = useLocation();
  const outcome = new URLSearchParams(shown.search).get("sign-in") ?? "";
  const problem = new Map<string, string>(Object.entries(teamCopy.signIn.provider.outcomes)).get(outcome);
  const company = site.brands.home.name;
  const { enter } = useVisit();
  useEffect(eraseOldDrafts, []);
  // The focused button disappears with the form.
  useEffect(() => () => document.getElementById("main")?.focus(), []);

  /** Shows the page that was asked for, or where the member's area begins. Who has left the form is left there. */
  function goOn(session: Session): void {
    const start = startOf(session);
    const isLeft = pathHere() !== shown.pathname;
    const isElsewhere = shown.pathname === paths.channels && start !== paths.channels;
    startTransition(() => {
      if (!isLeft) navigate(isElsewhere ? start : withoutOutcome(shown) + location.hash, { replace: true });
      enter(session);
    });
  }

  if (outcome === "done") return <SignedIn shown={shown} />;
  if (outcome === "confirmed")
    return <SignInCard title={teamCopy.signIn.provider.confirmed} lead={teamCopy.signIn.provider.confirmedLead} />;
  if (forgotten)
    return (
      <SignInCard title={teamCopy.signIn.forgotten.title} lead={teamCopy.signIn.forgotten.lead}>
        <ForgottenPassword onBack={() => setForgotten(false)} />
      </SignInCard>
    );
  return (
    <SignInCard title={teamCopy.signIn.title} lead={teamCopy.signIn.lead(company)}>
      {problem !== undefined && <Alert role="alert">{problem}</Alert>}
      {hasProvider && (
        <a
          className={buttonClass("secondary")}
          href={`${providerPaths.signIn}?${new URLSearchParams({ to: here(withoutOutcome(shown)) }).toString()}`}
        >
          {teamCopy.signIn.provider.signIn}
        </a>
      )}
      <SignInForm onSignedIn={goOn}>
        {resetsByMail ? (
          <button type="button" className="sign-in-link" disabled={!ready} onClick={() => setForgotten(true)}>
            {teamCopy.signIn.forgotten.title}
          </button>
        ) : (
          <p className="hint">{teamCopy.signIn.forgotten.askOwner}</p>
        )}
      </SignInForm>
    </SignInCard>
  );
}

/** Goes on at the page that was asked for: this one came after the provider's, so it has no strict cookie. */
function SignedIn({ shown }: { shown: ReturnType<typeof useLocation> }) {
  const target = here(withoutOutcome(shown));
  useEffect(() => {
    const goOn = () => location.replace(target);
    // The start of the area depends on who signed in.
    if (pathHere() === paths.channels)
      teamApi.session().then((session) => location.replace(here(startOf(session))), goOn);
    else goOn();
  }, [target]);
  return (
    <SignInCard title={teamCopy.signIn.provider.signingIn}>
      <a className={buttonClass("secondary")} href={target}>
        {teamCopy.signIn.provider.goOn}
      </a>
    </SignInCard>
  );
}

/** The path of the page, with its query but without what the provider's sign-in has added. */
function withoutOutcome({ pathname, search }: { pathname: string; search: string }): string {
  const rest = new URLSearchParams(search);
  rest.delete("sign-in");
  return `${pathname}${rest.size === 0 ? "" : `?${rest.toString()}`}`;
}

/** Returns the first page of the area for a member: agents work in the inbox. */
export const startOf = ({ member }: Session) => (member.role === "agent" ? paths.inbox : paths.channels);

/** A page with one form, for people who are not signed in. */
export function SignInCard({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <div className="sign-in-page">
      <section className="sign-in-card">
        <header>
          <h1>{title}</h1>
          {lead !== undefined && <p className="soft">{lead}</p>}
        </header>
        {children}
      </section>
      <p className="sign-in-note">
        <AdminIcon name="lock" />
        {teamCopy.signIn.neverAsked}
      </p>
    </div>
  );
}

type State = { name: "open" | "busy" } | { name: "sent"; message: string } | { name: "refused"; error: unknown };

/** Requests a one-time link by email. */
function ForgottenPassword({ onBack }: { onBack: () => void }) {
  const [state, setState] = useState<State>({ name: "open" });
  const form = useRef<HTMLFormElement>(null);
  const errors = state.name === "refused" && state.error instanceof ApiError ? state.error.errors : {};

  useFocusFirstInvalid(form, state.name === "refused" ? state : undefined, "input");
  // The button that opened it is gone.
  useFocusOnMount(form, "input");

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.name === "busy") return;
    const email = typedText(new FormData(event.currentTarget), "email");
    setState({ name: "busy" });
    try {
      setState({ name: "sent", message: (await teamApi.resetPassword(email)).message });
    } catch (error) {
      setState({ name: "refused", error });
    }
  }

  return (
    <form ref={form} className="form" method="post" onSubmit={(event) => void send(event)}>
      {state.name === "refused" && <Alert role="alert">{failureText(state.error)}</Alert>}
      <div role="status">{state.name === "sent" && <Alert tone="good">{state.message}</Alert>}</div>
      <Field
        id="forgotten-email"
        label={teamCopy.signIn.email}
        error={errors["email"]}
        hint={teamCopy.signIn.forgotten.hint}
        input={{ name: "email", type: "email", autoComplete: "username", required: true, maxLength: 254 }}
      />
      <SubmitButton busy={state.name === "busy"} busyText={teamCopy.signIn.forgotten.sending}>
        {teamCopy.signIn.forgotten.send}
      </SubmitButton>
      <Button variant="secondary" onClick={onBack}>
        {teamCopy.signIn.forgotten.back}
      </Button>
    </form>
  );
}
