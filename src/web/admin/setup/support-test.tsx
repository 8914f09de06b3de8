import { type FormEvent, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { teamCopy } from "#copy/current.ts";
import type { SupportState } from "#contract/setup.ts";
import { ApiError } from "#web/api/api-client.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { setupKey } from "./use-setup.ts";

/** Sends a test to the support address, and takes the code that arrived there. */
export function SupportTest({ support }: { support: SupportState }) {
  const client = useQueryClient();
  const [code, setCode] = useState("");
  const test = useMutation({
    mutationFn: settingsApi.testSupport,
    onSuccess: () => client.invalidateQueries({ queryKey: setupKey }),
  });
  const arrival = useMutation({
    mutationFn: settingsApi.supportArrived,
    onSuccess: (state) => client.setQueryData(setupKey, state),
  });
  const words = teamCopy.setup.support;
  function type(text: string): void {
    setCode(text);
    // A whole code needs no press.
    if (/^\s*\d{6}\s*$/.test(text) && !arrival.isPending) arrival.mutate(text);
  }
  function send(event: FormEvent): void {
    event.preventDefault();
    if (!arrival.isPending) arrival.mutate(code);
  }
  const wrongCode = arrival.error instanceof ApiError ? arrival.error.errors["code"] : undefined;
  const failure = test.error ?? (wrongCode === undefined ? arrival.error : null);
  return (
    <div className="setup-support">
      <p>
        <strong>{support.email}</strong> {words.sources[support.source]}
      </p>
      {failure !== null && <Alert>{actionFailureText(failure)}</Alert>}
      {test.data?.delivered === false && <Alert>{test.data.message}</Alert>}
      {support.source !== "nobody" && !support.hasArrived && (
        <>
          <p role="status">{support.isSent ? words.waits(support.email) : words.untested}</p>
          <Button
            variant={support.isSent ? "secondary" : undefined}
            busy={test.isPending}
            onClick={() => test.isPending || test.mutate()}
          >
            {words.send(support.email)}
          </Button>
          {support.isSent && (
            <form className="setup-figure-form" noValidate onSubmit={send}>
              <Field
                id="support-code"
                label={words.code}
                error={wrongCode}
                input={{
                  value: code,
                  inputMode: "numeric",
                  autoComplete: "one-time-code",
                  maxLength: 20,
                  onChange: ({ target }) => type(target.value),
                }}
              />
              <SubmitButton busy={arrival.isPending} busyText={words.arrived}>
                {words.arrived}
              </SubmitButton>
            </form>
          )}
        </>
      )}
    </div>
  );
}
