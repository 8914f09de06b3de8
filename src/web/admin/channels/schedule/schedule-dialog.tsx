import { teamCopy } from "#copy/current.ts";
import { zoneText } from "#copy/locale/intl.ts";
import type { Contact } from "#contract/channels/contact.ts";
import { withTranslations } from "#domain/channels/descriptions.ts";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { channelName } from "../history/change-sentences.ts";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { ScheduleInput } from "#contract/channels/channel-list.ts";
import { ApiError } from "#web/api/api-client.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { instantOf } from "#web/admin/forms/wall-time.ts";
import { useDiscard } from "#web/admin/forms/unsaved-guard.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { useSite } from "#web/page/page-data.ts";
import { useChannelChange } from "../use-contacts.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useFocusWhileSaving } from "#web/admin/forms/use-focus-while-saving.ts";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { CardPreview, PreviewButton } from "../as-visitors-see.tsx";
import { DescriptionField, partErrors, ValueField } from "../editor/channel-fields.tsx";
import { TranslationFields } from "../editor/translation-fields.tsx";
import { changedTranslations } from "../descriptions.ts";
import { draftOf, hoursOf } from "./hours-draft.ts";
import { HoursEditor } from "./hours-editor.tsx";

/** Schedules a change of `contact`; closed without one. */
export function ScheduleDialog({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
  const [isTyped, setTyped] = useState(false);
  const close = () => {
    setTyped(false);
    onClose();
  };
  const { leave, question } = useDiscard(isTyped, close);
  const mayClose = () => {
    if (isTyped) leave();
    return !isTyped;
  };
  return (
    <>
      <Dialog
        open={contact !== undefined}
        onClose={close}
        mayClose={mayClose}
        title={teamCopy.channels.schedule.title}
        id="schedule-title"
      >
        {contact !== undefined && (
          // Any field counts: the form starts empty.
          <div onChange={() => setTyped(true)}>
            <p className="dialog-lead">{channelName(contact)}</p>
            <ScheduleForm key={contact._id} contact={contact} onDone={close} />
          </div>
        )}
      </Dialog>
      {question}
    </>
  );
}

type FieldName = "value" | "isActive" | "proof" | "hours";

/** Form for a scheduled change: its fields, its start, and its end unless it is permanent. */
function ScheduleForm({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const { timeZone } = useSite();
  const form = useRef<HTMLFormElement>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<FieldName>>(new Set());
  const [value, setValue] = useState(contact.value);
  const [isActive, setActive] = useState(!contact.isActive);
  const [proof, setProof] = useState(contact.proof);
  const [translations, setTranslations] = useState(contact.translations);
  const [hours, setHours] = useState(() => draftOf(contact.hours, timeZone));
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const schedule = useChannelChange({
    mutationFn: (input: ScheduleInput) => channelApi.schedule(contact._id, input),
    done: teamCopy.channels.schedule.done,
    confirms: teamCopy.channels.tasks.schedule,
  });
  const { error, isPending } = schedule;
  const errors = error instanceof ApiError ? error.errors : {};
  const fieldErrors = partErrors(errors, "fields");

  useFocusWhileSaving(form, isPending);
  useFocusFirstInvalid(form, error);

  const translated = changedTranslations(contact.translations, translations);
  const fields = {
    ...(chosen.has("value") && { value }),
    ...(chosen.has("isActive") && { isActive }),
    ...(chosen.has("proof") && { proof, ...(translated && { translations: translated }) }),
    ...(chosen.has("hours") && { hours: hoursOf(hours) }),
  };

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    schedule.mutate(
      {
        fields,
        from: instantOf(from, timeZone) ?? "",
        until: until === "" ? null : (instantOf(until, timeZone) ?? ""),
      },
      { onSuccess: onDone },
    );
  }

  function choose(field: FieldName, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(field);
    else next.delete(field);
    setChosen(next);
  }

  const part = (field: FieldName, children: ReactNode) => (
    <ChangePart
      label={teamCopy.channels.schedule.parts[field]}
      isChosen={chosen.has(field)}
      onChoose={(isChosen) => choose(field, isChosen)}
    >
      {children}
    </ChangePart>
  );
  const time = (name: string, text: string, set: (text: string) => void) => ({
    name,
    type: "datetime-local",
    value: text,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  });

  return (
    <form ref={form} className="form" onSubmit={send}>
      {error !== null && Object.keys(errors).length === 0 && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <fieldset className="choices" inert={isPending}>
        <legend>{teamCopy.channels.schedule.changes}</legend>
        {fieldErrors[""] !== undefined && (
          <p className="error" tabIndex={-1} data-refused>
            {fieldErrors[""]}
          </p>
        )}
        {part(
          "value",
          <ValueField
            id="schedule-value"
            type={contact.type}
            value={value}
            error={fieldErrors["value"]}
            onChange={setValue}
          />,
        )}
        {part(
          "isActive",
          <Switch checked={isActive} onChange={({ target }) => setActive(target.checked)}>
            {teamCopy.channels.schedule.active}
          </Switch>,
        )}
        {part(
          "proof",
          <>
            <DescriptionField id="schedule-proof" proof={proof} error={fieldErrors["proof"]} onChange={setProof} />
            <TranslationFields
              id="schedule-translations"
              translations={translations}
              errors={partErrors(fieldErrors, "translations")}
              onChange={setTranslations}
            />
          </>,
        )}
        {part(
          "hours",
          <HoursEditor
            id="schedule-hours"
            draft={hours}
            errors={partErrors(fieldErrors, "hours")}
            onChange={setHours}
          />,
        )}
      </fieldset>
      <div className="schedule-times" inert={isPending}>
        <Field
          id="schedule-from"
          label={teamCopy.channels.schedule.from}
          error={errors["from"]}
          hint={teamCopy.channels.schedule.zone(zoneText(timeZone, teamCopy.shell.indianTime))}
          input={{ ...time("from", from, setFrom), required: true }}
        />
        <Field
          id="schedule-until"
          label={teamCopy.channels.schedule.until}
          error={errors["until"]}
          hint={teamCopy.channels.schedule.untilHint}
          input={time("until", until, setUntil)}
        />
      </div>
      {isPreviewed && (
        <CardPreview
          id="schedule-preview"
          draft={{ ...contact, ...fields, translations: withTranslations(contact.translations, fields.translations) }}
        />
      )}
      <div className="form-actions">
        <PreviewButton id="schedule-preview" open={isPreviewed} onSwitch={() => setPreviewed(!isPreviewed)} />
        <Button variant="secondary" onClick={onDone}>
          {teamCopy.forms.cancel}
        </Button>
        <SubmitButton busy={isPending} busyText={teamCopy.channels.schedule.busy}>
          {teamCopy.channels.schedule.action}
        </SubmitButton>
      </div>
    </form>
  );
}

/** One field that may change, with its input once selected. */
function ChangePart(props: {
  label: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  children: ReactNode;
}) {
  const { label, isChosen, onChoose, children } = props;
  return (
    <>
      <label className="choice">
        <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
        <span>{label}</span>
      </label>
      {isChosen && <div className="chosen-part">{children}</div>}
    </>
  );
}
