import { type ReactNode, useEffect, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { TeamChannel, ChannelPatch } from "#contract/channels/channel.ts";
import { DraftFrame } from "#web/admin/forms/draft-form.tsx";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { type Saving, useDraft } from "#web/admin/forms/use-draft.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
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
 * The fields of a channel, empty or those of `channel`, with what would change. `send` makes what is saved from all of
 * them, or from the edited ones of an existing channel. Errors show at their fields, and everything typed stays. `id`
 * distinguishes the forms of one page.
 */
export function ChannelForm<Input, Answer>(props: {
  id: string;
  label: string;
  channel?: TeamChannel;
  /** Start values of a new channel, which count as typed. */
  typed?: NewChannel | undefined;
  action: string;
  busyAction: string;
  save: Saving<Input, Answer>;
  send: (channel: ChannelValues, change: ChannelPatch) => NoInfer<Input>;
  onSaved: () => void;
  /** Called at Escape, once nothing typed would be lost unasked. */
  onLeave: () => void;
  /** Rendered beside the save button. */
  children?: ReactNode;
}) {
  const { id, label, channel, typed, action, busyAction, save, send, onSaved, onLeave, children } = props;
  const { timeZone } = useSite();
  const [start] = useState(() => startOf(channel, timeZone));
  const [isPreviewed, setPreviewed] = useState(false);
  // The server's error was about another value.
  const [isRetyped, setRetyped] = useState(false);
  const before = fieldsOf(start);
  const draft = useDraft({
    start: { ...start, ...typed },
    save,
    send: (sent) => send(fieldsOf(sent), changedFields(before, fieldsOf(sent))),
    onSaved,
  });

  const isTyped = typed !== undefined;
  useEffect(() => {
    if (channel !== undefined || isTyped) document.getElementById(`${id}-value`)?.focus();
  }, [id, channel, isTyped]);

  const { error, errors, isSaving, set } = draft;
  const fields = fieldsOf(draft.typed);
  const { type, value, proof, translations, isActive } = fields;
  const isChanged = Object.keys(changedFields(before, fields)).length > 0;

  function submit() {
    setRetyped(false);
    // There is nothing to save.
    if (channel !== undefined && !isChanged) onSaved();
    else draft.submit();
  }

  return (
    <DraftFrame
      draft={{ ...draft, submit }}
      id={id}
      className="team-channel-form"
      label={label}
      isGuarded
      isTyped={isChanged}
      onLeave={onLeave}
      leavesAtEscape
    >
      <div className="team-channel-form-body" inert={isSaving}>
        {error !== null &&
          !Object.keys(errors).some((field) => /^(type|value|proof|translations|hours)/.test(field)) && (
            <Alert>
              <p>{actionFailureText(error)}</p>
            </Alert>
          )}
        <div className="team-channel-form-fields">
          <TypeField
            id={`${id}-type`}
            type={type}
            error={errors["type"]}
            onChange={(next) => {
              set({ type: next });
              setRetyped(true);
            }}
          />
          <ValueField
            id={`${id}-value`}
            type={type}
            value={value}
            error={isRetyped ? undefined : errors["value"]}
            onChange={(text) => {
              set({ value: text });
              setRetyped(true);
            }}
          />
          <DescriptionField
            id={`${id}-proof`}
            proof={proof}
            error={errors["proof"]}
            onChange={(text) => set({ proof: text })}
          />
          <TranslationFields
            id={`${id}-translations`}
            translations={translations}
            errors={partErrors(errors, "translations")}
            onChange={(texts) => set({ translations: texts })}
          />
        </div>
        <HoursEditor
          id={`${id}-hours`}
          draft={draft.typed.hoursDraft}
          errors={partErrors(errors, "hours")}
          onChange={(changed) => set({ hoursDraft: changed })}
        />
        <ChangeReview id={channel?._id} before={channel && before} after={fields} />
        {isPreviewed && <CardPreview id={`${id}-preview`} draft={{ ...trimmed(fields), _id: channel?._id ?? id }} />}
      </div>
      <div className="team-channel-form-foot">
        <div inert={isSaving}>
          <Switch checked={isActive} onChange={({ target }) => set({ isActive: target.checked })}>
            {teamCopy.channels.editor.active}
          </Switch>
        </div>
        <span className="hint">
          {isActive ? teamCopy.channels.editor.seenOnceSaved : teamCopy.channels.editor.notSeen}
        </span>
        <div className="form-actions">
          <PreviewButton id={`${id}-preview`} open={isPreviewed} onSwitch={() => setPreviewed(!isPreviewed)} />
          {children}
          <SubmitButton busy={isSaving} busyText={busyAction}>
            {action}
          </SubmitButton>
        </div>
      </div>
    </DraftFrame>
  );
}

function startOf(channel: TeamChannel | undefined, timeZone: string) {
  const { type = "phone", value = "", proof = "", translations, isActive = true } = channel ?? {};
  return { type, value, proof, translations, isActive, hoursDraft: draftOf(channel?.hours, timeZone) };
}

/** What the form holds as the fields of a channel. */
function fieldsOf({ hoursDraft, ...fields }: ReturnType<typeof startOf>): ChannelValues {
  return { ...fields, hours: hoursOf(hoursDraft) };
}

/** The fields of a channel's form. */
export type ChannelValues = Omit<TeamChannel, "_id">;

/** The fields of `after` that were edited; surrounding blanks do not count. */
export function changedFields(before: ChannelValues, after: ChannelValues): ChannelPatch {
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
