import { type FormEvent, type ReactNode, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { ApiError } from "#web/api/api-client.ts";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { TypeField, ValueField } from "../channels/editor/channel-fields.tsx";
import { useAddContact } from "../channels/use-contacts.ts";
import { useReportUnsaved } from "../forms/unsaved-parts.tsx";
import { actionFailureText } from "../forms/failure.tsx";

const id = "setup-channel";

/** The type and the value of a first channel; all else has time. */
export function ChannelStep({ other }: { other: ReactNode }) {
  const [type, setType] = useState<ChannelType>("whatsapp");
  const [value, setValue] = useState("");
  const add = useAddContact();
  const { error, isPending } = add;
  const errors = error instanceof ApiError ? error.errors : {};
  useReportUnsaved(id, value.trim() !== "");

  function send(event: FormEvent): void {
    event.preventDefault();
    if (!isPending) add.mutate({ type, value, proof: "", isActive: true, hours: null });
  }

  return (
    <form className="form" noValidate onSubmit={send}>
      {error !== null && errors["value"] === undefined && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <div className="setup-channel" inert={isPending}>
        <TypeField
          id={`${id}-type`}
          type={type}
          error={errors["type"]}
          onChange={(next) => {
            add.reset();
            setType(next);
          }}
        />
        <ValueField
          id={`${id}-value`}
          type={type}
          value={value}
          error={errors["value"]}
          onChange={(text) => {
            add.reset();
            setValue(text);
          }}
        />
      </div>
      <div className="form-actions">
        <SubmitButton busy={isPending} busyText={teamCopy.forms.saving}>
          {teamCopy.setup.steps.channels.action}
        </SubmitButton>
        {other}
      </div>
    </form>
  );
}
