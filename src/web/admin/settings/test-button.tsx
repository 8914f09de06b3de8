import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { DeliveryChannel } from "#domain/delivery.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { actionFailureText } from "../shell/failure-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/**
 * Sends a test over a delivery, and shows the result. `changed`: the form has unsaved changes, which the test would not
 * use.
 */
export function TestButton({ channel, changed }: { channel: DeliveryChannel; changed: boolean }) {
  const [unsaved, setUnsaved] = useState(false);
  const test = useMutation({ mutationFn: () => settingsApi.test(channel) });
  const { data, error, isPending } = test;

  function send() {
    if (isPending) return;
    setUnsaved(changed);
    if (changed) test.reset();
    else test.mutate();
  }

  return (
    <>
      <Button variant="secondary" busy={isPending} onClick={send}>
        {isPending ? "Sending..." : "Send a test"}
      </Button>
      <div className="test-outcome" role="status">
        {unsaved && changed && <p>Save first: a test uses what is saved.</p>}
        {!isPending && data !== undefined && (
          <Alert tone={data.delivered ? "success" : undefined}>{data.message}</Alert>
        )}
        {!isPending && error !== null && <Alert>{actionFailureText(error)}</Alert>}
      </div>
    </>
  );
}
