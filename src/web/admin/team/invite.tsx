import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Invited } from "#contract/team.ts";
import { type Role, roles } from "#domain/member.ts";
import { ApiError } from "#web/api/api-client.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { useDateWords } from "../shell/dates.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { personName } from "../shell/person.tsx";
import { typedText } from "../forms/typed-text.ts";
import { roleWords } from "./member-table.tsx";
import { useInvite } from "./use-team.ts";

/** Invites a member. While closed it keeps what is typed; `Cancel` empties it. */
export function InviteForm(props: { open: boolean; onClose: () => void; onInvited: (invited: Invited) => void }) {
  const { open, onClose, onInvited } = props;
  const form = useRef<HTMLFormElement>(null);
  const ready = useHydrated();
  const { mutate, reset, error, isPending } = useInvite();
  const errors = error instanceof ApiError ? error.errors : {};

  useFocusFirstInvalid(form, error, "[name=email]");
  useEffect(() => {
    if (!open) return undefined;
    form.current?.querySelector("input")?.focus();
    const onKey = (event: KeyboardEvent) => {
      const isWithin = event.target instanceof Node && form.current?.contains(event.target) === true;
      if (event.key === "Escape" && !event.isComposing && isWithin) onClose();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [open, onClose]);

  function empty() {
    form.current?.reset();
    reset();
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const typed = new FormData(event.currentTarget);
    mutate(
      // The options are the roles.
      { email: typedText(typed, "email"), role: typedText(typed, "role") as Role },
      {
        onSuccess: (invited) => {
          empty();
          onInvited(invited);
        },
      },
    );
  }

  return (
    <form
      ref={form}
      id="invite"
      className="card form team-invite"
      aria-labelledby="invite-title"
      hidden={!open}
      onSubmit={send}
    >
      <h2 id="invite-title">Invite a member</h2>
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <Field
        id="invite-email"
        label="Email"
        hint="You get a link for them, with which they set a password."
        error={errors["email"]}
        input={{ name: "email", type: "email", autoComplete: "off", required: true, maxLength: 254 }}
      />
      <fieldset className="choices">
        <legend>Role</legend>
        {roles.toReversed().map((name) => (
          <label key={name} className="choice">
            <input type="radio" name="role" value={name} defaultChecked={name === "agent"} />
            <span>{roleWords[name].label}</span>
            <span className="hint">{roleWords[name].may}</span>
          </label>
        ))}
      </fieldset>
      <div className="form-actions">
        <SubmitButton busy={isPending} busyText="Inviting..." disabled={!ready}>
          Invite
        </SubmitButton>
        <Button
          variant="quiet"
          onClick={() => {
            empty();
            onClose();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Shows a one-time link, which the server does not show again, until `onDone`. */
export function LinkCard({ invited, onDone }: { invited: Invited; onDone: () => void }) {
  const { member, link, mailed } = invited;
  const { recent } = useDateWords();
  const card = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const toast = useToast();
  const href = new URL(link, location.href).href;

  useEffect(() => card.current?.querySelector("h2")?.focus(), []);

  async function copy() {
    card.current?.querySelector("input")?.select();
    try {
      await navigator.clipboard.writeText(href);
      setCopied(true);
      toast("success", "The link is copied");
    } catch {
      // Plain http has no clipboard API; the link is selected, so that one key copies it.
      toast("error", "Please copy the selected link yourself");
    }
  }

  return (
    <section ref={card} className="card form team-link" aria-labelledby="link-title">
      <h2 id="link-title" tabIndex={-1}>
        Pass this link on to {personName(member.email)}
      </h2>
      <p>
        With it, <strong>{member.email}</strong> sets a password. It works once
        {member.linkExpiresAt && `, until ${recent(member.linkExpiresAt)}`}, and is not shown again.
        {mailed && " It has also been sent by email."}
      </p>
      <Field
        id="one-time-link"
        label="One-time link"
        hint="The first person to open it is signed in: hand it over in a private chat or in person, not in a group."
        input={{ readOnly: true, value: href, onFocus: (event) => event.target.select() }}
      />
      <div className="form-actions">
        <Button onClick={() => void copy()}>{copied ? "Copied" : "Copy the link"}</Button>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    </section>
  );
}
