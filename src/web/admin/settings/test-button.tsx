import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { DeliveryChannel } from "#domain/delivery.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { actionFailureText } from "../shell/failure-text.ts";

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
      <button type="button" className="button quiet" aria-disabled={isPending} onClick={send}>
        {isPending ? "Sending..." : "Send a test"}
      </button>
      <div className="test-outcome" role="status">
        {unsaved && changed && <p>Save first: a test uses what is saved.</p>}
        {!isPending && data !== undefined && <p className={data.delivered ? "well" : "refusal"}>{data.message}</p>}
        {!isPending && error !== null && <p className="refusal">{actionFailureText(error)}</p>}
      </div>
    </>
  );
}
