import { useEffect, useRef, useState } from "react";
import { securityApi } from "#web/api/security-api.ts";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";
import { useSecondFactorChange } from "./use-second-factor.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { useSite } from "#web/page/page-data.ts";
import { SecurityCard } from "./security-card.tsx";

/** The number of remaining codes from which new ones are suggested. */
const few = 3;

/** The number of remaining recovery codes, and a button for new ones. */
export function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const [isAsking, setAsking] = useState(false);
  const renew = useSecondFactorChange<void, string[]>({
    mutationFn: securityApi.renewRecoveryCodes,
    done: "The new recovery codes are ready",
    failed: "Failed to make new recovery codes",
  });

  return (
    <SecurityCard
      id="recovery"
      title="Recovery codes"
      badge={<Badge tone={left <= few ? "bad" : "good"}>{left} left</Badge>}
      about={
        <>
          Each signs you in once if you lose your phone or your passkey.
          {left <= few && " Please make new ones before they run out."}
        </>
      }
      action={
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Make new recovery codes
        </Button>
      }
    >
      <ConfirmedChange
        open={isAsking}
        title="Make new recovery codes?"
        id="renew-recovery"
        action="Make new ones"
        busyAction="Making..."
        change={renew}
        input={undefined}
        onClose={() => setAsking(false)}
        onDone={onCodes}
      >
        The recovery codes that you have now will stop working.
      </ConfirmedChange>
    </SecurityCard>
  );
}

/** Recovery codes, shown once; only `onKept` closes them. */
export function FreshCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const where = `${useSite().brands.home.name}, ${location.host}`;
  const toast = useToast();
  useEffect(() => heading.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast("success", "The recovery codes are copied");
    } catch {
      // Plain http has no clipboard API; the codes are selected, so that one key copies them.
      if (list.current !== null) getSelection()?.selectAllChildren(list.current);
      toast("error", "Copying is not allowed here. The codes are selected: copy them yourself.");
    }
  }

  function download() {
    const text = [`Recovery codes: ${where}`, "Each works once.", "", ...codes, ""].join("\r\n");
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "recovery-codes.txt";
    link.click();
    // The browser has started to read it by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  return (
    <section className="security-card fresh-codes" aria-labelledby="fresh-codes-title">
      <h2 id="fresh-codes-title" ref={heading} tabIndex={-1}>
        Your recovery codes
      </h2>
      <p>
        Each of these signs you in once if you lose your phone or your passkey. Keep them in a safe place, not on this
        device: <strong>they are not shown again.</strong>
      </p>
      <p className="hint">{where}</p>
      <ol ref={list} className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="form-actions">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" onClick={download}>
          Download as a text file
        </Button>
        <Button variant="secondary" onClick={() => print()}>
          Print
        </Button>
      </div>
      <Button onClick={onKept}>I have saved them</Button>
    </section>
  );
}
