import { teamCopy } from "#copy/current.ts";
import { zoneText } from "#copy/locale/intl.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import { withTranslations } from "#domain/channels/descriptions.ts";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { channelName } from "../history/change-sentences.ts";
import { type ReactNode, useState } from "react";
import type { ScheduleInput } from "#contract/channels/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { instantOf } from "#web/admin/forms/wall-time.ts";
import { DraftForm } from "#web/admin/forms/draft-form.tsx";
import { useDiscard } from "#web/admin/forms/unsaved-guard.tsx";
import { useDraft } from "#web/admin/forms/use-draft.ts";
import { useSite } from "#web/page/page-data.ts";
import { useChannelChange } from "../use-team-channels.ts";
import { Switch } from "#web/ui/fields/switch.tsx";
import { CardPreview, PreviewButton } from "../as-visitors-see.tsx";
import { DescriptionField, partErrors, ValueField } from "../editor/channel-fields.tsx";
import { TranslationFields } from "../editor/translation-fields.tsx";
import { changedTranslations } from "../descriptions.ts";
import { draftOf, hoursOf } from "./hours-draft.ts";
import { HoursEditor } from "./hours-editor.tsx";

/** Schedules a change of `channel`; closed without one. */
export function ScheduleDialog({ channel, onClose }: { channel: TeamChannel | undefined; onClose: () => void }) {
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
        open={channel !== undefined}
        onClose={close}
        mayClose={mayClose}
        title={teamCopy.channels.schedule.title}
        id="schedule-title"
      >
        {channel !== undefined && (
          // Any field counts: the form starts empty.
          <div onChange={() => setTyped(true)}>
            <p className="dialog-lead">{channelName(channel)}</p>
            <ScheduleForm key={channel._id} channel={channel} onDone={close} />
          </div>
        )}
      </Dialog>
      {question}
    </>
  );
}

type FieldName = "value" | "isActive" | "proof" | "hours";

/** Form for a scheduled change: its fields, its start, and its end unless it is permanent. */
function ScheduleForm({ channel, onDone }: { channel: TeamChannel; onDone: () => void }) {
  const { timeZone } = useSite();
  const [isPreviewed, setPreviewed] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<FieldName>>(new Set());
  const start = {
    value: channel.value,
    isActive: !channel.isActive,
    proof: channel.proof,
    translations: channel.translations,
    hours: draftOf(channel.hours, timeZone),
    from: "",
    until: "",
  };
  const chosenFields = ({ value, isActive, proof, translations, hours }: typeof start) => {
    const translated = changedTranslations(channel.translations, translations);
    return {
      ...(chosen.has("value") && { value }),
      ...(chosen.has("isActive") && { isActive }),
      ...(chosen.has("proof") && { proof, ...(translated && { translations: translated }) }),
      ...(chosen.has("hours") && { hours: hoursOf(hours) }),
    };
  };
  const draft = useDraft({
    id: "schedule",
    start,
    save: useChannelChange({
      mutationFn: (input: ScheduleInput) => channelApi.schedule(channel._id, input),
      done: teamCopy.channels.schedule.done,
      confirms: teamCopy.channels.tasks.schedule,
    }),
    send: (typed) => ({
      fields: chosenFields(typed),
      from: instantOf(typed.from, timeZone) ?? "",
      until: typed.until === "" ? null : (instantOf(typed.until, timeZone) ?? ""),
    }),
    onSaved: onDone,
  });
  const { value, isActive, proof, translations, hours } = draft.typed;
  const fields = chosenFields(draft.typed);
  const errors = partErrors(draft.errors, "fields");

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
  return (
    <DraftForm
      draft={draft}
      fieldsWithError={Object.keys(draft.errors)}
      action={teamCopy.channels.schedule.action}
      busyAction={teamCopy.channels.schedule.busy}
      leading={<PreviewButton id="schedule-preview" open={isPreviewed} onSwitch={() => setPreviewed(!isPreviewed)} />}
      onLeave={onDone}
    >
      <fieldset className="choices">
        <legend>{teamCopy.channels.schedule.changes}</legend>
        {errors[""] !== undefined && (
          <p className="error" tabIndex={-1} data-refused>
            {errors[""]}
          </p>
        )}
        {part(
          "value",
          <ValueField
            id="schedule-value"
            type={channel.type}
            value={value}
            error={errors["value"]}
            onChange={(text) => draft.set({ value: text })}
          />,
        )}
        {part(
          "isActive",
          <Switch checked={isActive} onChange={({ target }) => draft.set({ isActive: target.checked })}>
            {teamCopy.channels.schedule.active}
          </Switch>,
        )}
        {part(
          "proof",
          <>
            <DescriptionField
              id="schedule-proof"
              proof={proof}
              error={errors["proof"]}
              onChange={(text) => draft.set({ proof: text })}
            />
            <TranslationFields
              id="schedule-translations"
              translations={translations}
              errors={partErrors(errors, "translations")}
              onChange={(texts) => draft.set({ translations: texts })}
            />
          </>,
        )}
        {part(
          "hours",
          <HoursEditor
            id="schedule-hours"
            draft={hours}
            errors={partErrors(errors, "hours")}
            onChange={(changed) => draft.set({ hours: changed })}
          />,
        )}
      </fieldset>
      <div className="schedule-times">
        <Field
          label={teamCopy.channels.schedule.from}
          hint={teamCopy.channels.schedule.zone(zoneText(timeZone, teamCopy.shell.indianTime))}
          {...draft.text("from", { name: "from", type: "datetime-local", required: true })}
        />
        <Field
          label={teamCopy.channels.schedule.until}
          hint={teamCopy.channels.schedule.untilHint}
          {...draft.text("until", { name: "until", type: "datetime-local" })}
        />
      </div>
      {isPreviewed && (
        <CardPreview
          id="schedule-preview"
          draft={{ ...channel, ...fields, translations: withTranslations(channel.translations, fields.translations) }}
        />
      )}
    </DraftForm>
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
