import { type FormEvent, useRef, useState } from "react";
import type { PublishingRule } from "#domain/channels/channel-list.ts";
import { ApiError } from "#web/api/api-client.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Field } from "#web/ui/field.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { ruleWords } from "../channels/history/change-copy.ts";
import { useChannelChange, useChannelState } from "../channels/use-contacts.ts";
import { actionFailureText, LoadFailure } from "../shell/failure.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";

const kinds: ReadonlyArray<{ kind: PublishingRule["kind"]; label: string; hint: string }> = [
  { kind: "none", label: "At once", hint: "What an owner saves, visitors see within seconds." },
  {
    kind: "approval",
    label: "Once a second owner approves it",
    hint: "One stolen password then sends no visitor anywhere. It needs at least two active owners.",
  },
  {
    kind: "delay",
    label: "After a while",
    hint: "The whole team sees what waits, and anybody can withdraw it before it is published.",
  },
];

/** What a change of a channel's destination or description has to wait for. */
export function PublishingSection() {
  const state = useChannelState();
  return (
    <section className="settings-section" aria-labelledby="publishing-title">
      <h2 id="publishing-title">Publishing channels</h2>
      <p>
        When a change of where a channel opens, or of its description, is published. Hiding, switching off, deleting and
        taking a description away never wait, so that an impostor&apos;s number is gone at once.
      </p>
      <LoadFailure what="The rule" query={state} />
      {state.data === undefined ? (
        !state.isError && <Spinner text="Loading the rule..." />
      ) : (
        <>
          <p>
            Now they are published <strong>{ruleWords(state.data.rule)}</strong>.
          </p>
          <PublishingForm rule={state.data.rule} />
        </>
      )}
    </section>
  );
}

/** Starts from the rule as loaded; a colleague's later change shows above. */
function PublishingForm({ rule }: { rule: PublishingRule }) {
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState(rule.kind);
  const [minutes, setMinutes] = useState(rule.kind === "delay" ? String(rule.minutes) : "60");
  const change = useChannelChange({ mutationFn: channelApi.setRule, failed: "Failed to save the rule" });
  const { error, isPending } = change;
  const errors = error instanceof ApiError ? error.errors : {};

  useFocusFirstInvalid(form, error);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    change.mutate(kind === "delay" ? { kind, minutes: Number(minutes || NaN) } : { kind });
  }

  return (
    // The server's error shows at its field.
    <form ref={form} className="form" noValidate onSubmit={send}>
      {error !== null && <Alert>{actionFailureText(error)}</Alert>}
      <div className="settings-fields">
        <fieldset className="choices">
          <legend>A change is published</legend>
          {kinds.map(({ kind: name, label, hint }) => (
            <label key={name} className="choice">
              <input
                type="radio"
                name="rule"
                value={name}
                checked={kind === name}
                aria-describedby={`rule-${name}-hint`}
                onChange={() => setKind(name)}
              />
              <span>{label}</span>
              <span id={`rule-${name}-hint`} className="hint">
                {hint}
              </span>
            </label>
          ))}
          {errors["kind"] !== undefined && (
            <p className="error" tabIndex={-1} data-refused>
              {errors["kind"]}
            </p>
          )}
        </fieldset>
        {kind === "delay" && (
          <Field
            id="rule-minutes"
            label="Minutes until it is published"
            error={errors["minutes"]}
            hint="From 1 to 10080, which is a week."
            input={{
              type: "number",
              inputMode: "numeric",
              min: 1,
              max: 10_080,
              value: minutes,
              onChange: ({ target }: { target: { value: string } }) => setMinutes(target.value),
            }}
          />
        )}
      </div>
      <div className="form-actions">
        <SubmitButton busy={isPending} busyText="Saving...">
          Save
        </SubmitButton>
      </div>
    </form>
  );
}
