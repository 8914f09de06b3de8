import { teamCopy } from "#copy/current.ts";
import { useEffect, useRef, useState } from "react";
import type { Invited } from "#contract/auth/team.ts";
import { type Role, roles } from "#domain/member.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { useFocusOnMount } from "#web/ui/fields/use-focus-on-mount.ts";
import { useDateFormats } from "../shell/dates.ts";
import { DraftForm } from "../forms/draft-form.tsx";
import { UnsavedGuard } from "../forms/unsaved-guard.tsx";
import { useDraft } from "../forms/use-draft.ts";
import { personName } from "../shell/person.tsx";
import { typedText } from "../forms/typed-text.ts";
import { useInvite } from "./use-team.ts";
import { filled } from "#web/ui/filled.tsx";

/** Invites a member. While closed it keeps what is typed; `Cancel` empties it. */
export function InviteForm(props: {
  open: boolean;
  /** The role that is chosen at first. */
  role: Role;
  onClose: () => void;
  onInvited: (invited: Invited) => void;
}) {
  const { open, role, onClose, onInvited } = props;
  const ready = useHydrated();
  const draft = useDraft({
    start: {},
    save: useInvite(),
    // The options are the roles.
    send: (_, { data }) => ({ email: typedText(data, "email"), role: typedText(data, "role") as Role }),
    onSaved(invited) {
      empty();
      onInvited(invited);
    },
  });
  const { form } = draft;
  useEffect(() => {
    if (open) form.current?.querySelector("input")?.focus();
  }, [open, form]);

  function empty() {
    form.current?.reset();
    draft.restart();
  }

  return (
    <Dialog open={open} onClose={onClose} title={teamCopy.team.invite.title} id="invite-title" className="team-invite">
      <DraftForm
        draft={draft}
        aria-labelledby="invite-title"
        focusFallback="[name=email]"
        action={teamCopy.team.invite.action}
        busyAction={teamCopy.team.invite.busy}
        isDisabled={!ready}
        onLeave={() => {
          empty();
          onClose();
        }}
      >
        <InviteEmail id="invite-email" error={draft.errors["email"]} />
        <RadioGroup
          name="role"
          legend={teamCopy.team.invite.role}
          choices={roles.toReversed().map((value) => {
            const { label, may } = teamCopy.team.roles[value];
            return { value, label, hint: may };
          })}
          defaultValue={role}
        />
      </DraftForm>
    </Dialog>
  );
}

/** The address of whom to invite, by the name `email` in its form. */
export function InviteEmail(props: { id: string; error: string | undefined; onType?: (email: string) => void }) {
  const { id, error, onType } = props;
  return (
    <Field
      id={id}
      label={teamCopy.team.invite.email}
      hint={teamCopy.team.invite.emailHint}
      error={error}
      input={{
        name: "email",
        type: "email",
        autoComplete: "off",
        required: true,
        maxLength: 254,
        onChange: ({ target }: { target: { value: string } }) => onType?.(target.value),
      }}
    />
  );
}

/** Shows a one-time link, which the server does not show again, until `onDone`. */
export function LinkCard({ invited, onDone }: { invited: Invited; onDone: () => void }) {
  const { member, link, mailed, waits } = invited;
  const { recent } = useDateFormats();
  const card = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const toast = useToast();
  const href = new URL(link, location.href).href;

  useFocusOnMount(card, "h2");

  async function copyLink() {
    card.current?.querySelector("input")?.select();
    try {
      await navigator.clipboard.writeText(href);
      setCopied(true);
      toast("success", teamCopy.team.link.copiedToast);
    } catch {
      // Plain http has no clipboard API; the link is selected, so that one key copies it.
      toast("error", teamCopy.team.link.notCopied);
    }
  }

  return (
    <section ref={card} className="card form team-link" aria-labelledby="link-title">
      <h2 id="link-title" tabIndex={-1}>
        {teamCopy.team.link.title(personName(member.email))}
      </h2>
      <p>
        {filled(member.linkExpiresAt ? teamCopy.team.link.aboutUntil : teamCopy.team.link.about, {
          member: <strong>{member.email}</strong>,
          until: member.linkExpiresAt && recent(member.linkExpiresAt),
        })}
        {mailed && ` ${teamCopy.team.link.mailed}`}
      </p>
      {waits !== undefined && (
        <Alert tone="warn">
          {waits.takesEffectAt === null
            ? teamCopy.trust.linkNeedsApproval
            : teamCopy.trust.linkWaits(recent(waits.takesEffectAt))}
        </Alert>
      )}
      <Field
        id="one-time-link"
        label={teamCopy.team.link.label}
        hint={teamCopy.team.link.hint}
        input={{
          readOnly: true,
          value: href,
          onFocus: (event) => event.target.select(),
          onCopy: () => setCopied(true),
        }}
      />
      <div className="form-actions">
        <Button variant="secondary" onClick={onDone}>
          {teamCopy.team.link.done}
        </Button>
        <Button onClick={() => void copyLink()}>{copied ? teamCopy.team.link.copied : teamCopy.team.link.copy}</Button>
      </div>
      <UnsavedGuard isChanged={!copied && !mailed} about={teamCopy.forms.unsaved.shownOnce} />
    </section>
  );
}
