import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { Contact, ContactChange } from "#contract/channels/contact.ts";
import { ApiError } from "#web/api/api-client.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { UnsavedGuard, useDiscard } from "#web/admin/forms/unsaved-guard.tsx";
import { useFocusWhileSaving } from "#web/admin/forms/use-focus-while-saving.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { useSite } from "#web/page/page-data.ts";
import type { NewChannel } from "../new-channel.ts";
import { CardPreview, PreviewButton } from "../as-visitors-see.tsx";
import { ChangeReview } from "./change-review.tsx";
import { DescriptionField, partErrors, TypeField, ValueField } from "./channel-fields.tsx";
import { TranslationFields } from "./translation-fields.tsx";
import { changedTranslations, trimmed } from "../descriptions.ts";
import { draftOf, hoursOf } from "../schedule/hours-draft.ts";
import { HoursEditor } from "../schedule/hours-editor.tsx";

/**
 * The fields of a contact, empty or those of `contact`, with what would change. `save` receives all of them, or only
 * the edited ones of an existing contact, and throws if the server rejects them: errors show at their fields, and
 * everything typed stays. `id` distinguishes the forms of one page.
 */
export function ContactForm(props: {
  id: string;
  label: string;
  contact?: Contact;
  /** Start values of a new contact, which count as typed. */
  typed?: NewChannel | undefined;
  action: string;
  busyAction: string;
  save: (contact: ContactFields, change: ContactChange) => Promise<unknown>;
  onSaved: () => void;
  /** Called at Escape, once nothing typed would be lost unasked. */
  onLeave: () => void;
  /** Rendered beside the save button. */
  children?: ReactNode;
}) {
  const { id, label, contact, typed, action, busyAction, save, onSaved, onLeave, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const { timeZone } = useSite();
  const [start] = useState(() => startOf(contact, timeZone));
  const [type, setType] = useState(typed?.type ?? start.type);
  const [value, setValue] = useState(typed?.value ?? start.value);
  const [proof, setProof] = useState(start.proof);
  const [translations, setTranslations] = useState(start.translations);
  const [isActive, setActive] = useState(start.isActive);
  const [draft, setDraft] = useState(start.draft);
  const [isPreviewed, setPreviewed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string }>();
  const [errors, setErrors] = useState<Record<string, string>>({});

  const isTyped = typed !== undefined;
  useFocusWhileSaving(form, busy);
  useFocusFirstInvalid(form, refusal);
  useEffect(() => {
    if (contact !== undefined || isTyped) document.getElementById(`${id}-value`)?.focus();
  }, [id, contact, isTyped]);

  const fields = { type, value, proof, translations, isActive, hours: hoursOf(draft) };
  const before = { ...start, hours: hoursOf(start.draft) };
  const change = changedFields(before, fields);
  const isChanged = Object.keys(change).length > 0;
  const { leave, question } = useDiscard(isChanged, onLeave);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await save(fields, change);
      setBusy(false);
      // A member who has left the form may be typing in another one.
      if (form.current !== null) onSaved();
    } catch (error) {
      setBusy(false);
      setErrors(error instanceof ApiError ? error.errors : {});
      setRefusal({ text: actionFailureText(error) });
    }
  }

  /** The server's error was about another value. */
  function clearValueError() {
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([field]) => field !== "value")));
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it. */}
      <form
        ref={form}
        id={id}
        className="contact-form"
        aria-label={label}
        onSubmit={(event) => void send(event)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // The key would close the question at once.
          event.preventDefault();
          leave();
        }}
      >
        <div className="contact-form-body" inert={busy}>
          {refusal !== undefined &&
            !Object.keys(errors).some((field) => /^(type|value|proof|translations|hours)/.test(field)) && (
              <Alert>
                <p>{refusal.text}</p>
              </Alert>
            )}
          <div className="contact-form-fields">
            <TypeField
              id={`${id}-type`}
              type={type}
              error={errors["type"]}
              onChange={(next) => {
                setType(next);
                clearValueError();
              }}
            />
            <ValueField
              id={`${id}-value`}
              type={type}
              value={value}
              error={errors["value"]}
              onChange={(text) => {
                setValue(text);
                clearValueError();
              }}
            />
            <DescriptionField id={`${id}-proof`} proof={proof} error={errors["proof"]} onChange={setProof} />
            <TranslationFields
              id={`${id}-translations`}
              translations={translations}
              errors={partErrors(errors, "translations")}
              onChange={setTranslations}
            />
          </div>
          <HoursEditor id={`${id}-hours`} draft={draft} errors={partErrors(errors, "hours")} onChange={setDraft} />
          <ChangeReview id={contact?._id} before={contact && before} after={fields} />
          {isPreviewed && <CardPreview id={`${id}-preview`} draft={{ ...trimmed(fields), _id: contact?._id ?? id }} />}
        </div>
        <div className="contact-form-foot">
          <div inert={busy}>
            <Switch checked={isActive} onChange={({ target }) => setActive(target.checked)}>
              {teamCopy.channels.editor.active}
            </Switch>
          </div>
          <span className="hint">
            {isActive ? teamCopy.channels.editor.seenOnceSaved : teamCopy.channels.editor.notSeen}
          </span>
          <div className="form-actions">
            <PreviewButton id={`${id}-preview`} open={isPreviewed} onSwitch={() => setPreviewed(!isPreviewed)} />
            {children}
            <SubmitButton busy={busy} busyText={busyAction}>
              {action}
            </SubmitButton>
          </div>
        </div>
      </form>
      {question}
      <UnsavedGuard isChanged={isChanged} />
    </>
  );
}

function startOf(contact: Contact | undefined, timeZone: string) {
  const { type = "phone", value = "", proof = "", translations, isActive = true } = contact ?? {};
  return { type, value, proof, translations, isActive, draft: draftOf(contact?.hours, timeZone) };
}

/** The fields of a contact's form. */
export type ContactFields = Omit<Contact, "_id">;

/** The fields of `after` that were edited; surrounding blanks do not count. */
export function changedFields(before: ContactFields, after: ContactFields): ContactChange {
  const translations = changedTranslations(before.translations, after.translations);
  return {
    ...(after.type !== before.type && { type: after.type }),
    ...(after.value.trim() !== before.value.trim() && { value: after.value }),
    ...(after.isActive !== before.isActive && { isActive: after.isActive }),
    ...(after.proof.trim() !== before.proof.trim() && { proof: after.proof }),
    ...(translations && { translations }),
    // Both come from drafts, which have the fields in the same order.
    ...(JSON.stringify(after.hours) !== JSON.stringify(before.hours) && { hours: after.hours }),
  };
}
