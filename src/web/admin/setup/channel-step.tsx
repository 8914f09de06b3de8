import type { ReactNode } from "react";
import { teamCopy } from "#copy/current.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { TypeField, ValueField } from "../channels/editor/channel-fields.tsx";
import { useAddChannel } from "../channels/use-team-channels.ts";
import { DraftForm } from "../forms/draft-form.tsx";
import { useReportUnsaved } from "../forms/unsaved-parts.tsx";
import { useDraft } from "../forms/use-draft.ts";

const id = "setup-channel";
const start: { type: ChannelType; value: string } = { type: "whatsapp", value: "" };

/** The type and the value of a first channel; all else has time. */
export function ChannelStep({ other }: { other: ReactNode }) {
  const add = useAddChannel();
  const draft = useDraft({
    start,
    save: add,
    send: (typed) => ({ ...typed, proof: "", isActive: true, hours: null }),
  });
  const { errors, typed } = draft;
  useReportUnsaved(id, typed.value.trim() !== "");

  function change(next: Partial<typeof typed>): void {
    add.reset();
    draft.set(next);
  }

  return (
    <DraftForm
      draft={draft}
      noValidate
      fieldsWithError={["type", "value"]}
      action={teamCopy.setup.steps.channels.action}
      trailing={other}
    >
      <div className="setup-channel">
        <TypeField id={`${id}-type`} type={typed.type} error={errors["type"]} onChange={(type) => change({ type })} />
        <ValueField
          id={`${id}-value`}
          type={typed.type}
          value={typed.value}
          error={errors["value"]}
          onChange={(value) => change({ value })}
        />
      </div>
    </DraftForm>
  );
}
