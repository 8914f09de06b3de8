import { useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { securityApi } from "#web/api/security-api.ts";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";
import { UnsavedGuard } from "../forms/unsaved-guard.tsx";
import { useSecondFactorChange } from "./use-second-factor.ts";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { useSite } from "#web/page/page-data.ts";
import { SecurityCard } from "./security-card.tsx";
import { saveFile } from "#web/ui/files/save-file.ts";
import { useFocusOnMount } from "#web/ui/fields/use-focus-on-mount.ts";

/** The number of remaining codes from which new ones are suggested. */
const few = 3;

/** The number of remaining recovery codes, and a button for new ones. */
export function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const [isAsking, setAsking] = useState(false);
  const renew = useSecondFactorChange<void, string[]>({
    mutationFn: securityApi.renewRecoveryCodes,
    done: teamCopy.security.recovery.made,
    confirms: teamCopy.security.confirms.makeRecoveryCodes,
  });

  return (
    <SecurityCard
      id="recovery"
      title={teamCopy.security.recovery.title}
      badge={<Badge tone={left <= few ? "bad" : "good"}>{teamCopy.security.recovery.left(left)}</Badge>}
      about={
        <>
          {teamCopy.security.recovery.about}
          {left <= few && ` ${teamCopy.security.recovery.few}`}
        </>
      }
      action={
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {teamCopy.security.recovery.make}
        </Button>
      }
    >
      <ConfirmedChange
        about={isAsking}
        title={teamCopy.security.recovery.makeTitle}
        id="renew-recovery"
        action={teamCopy.security.recovery.makeAction}
        busyAction={teamCopy.security.recovery.making}
        change={renew}
        input={() => undefined}
        onClose={() => setAsking(false)}
        onDone={onCodes}
      >
        {teamCopy.security.recovery.makeAbout}
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
  useFocusOnMount(heading);

  async function copyCodes() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast("success", teamCopy.security.recovery.copied);
    } catch {
      // Plain http has no clipboard API; the codes are selected, so that one key copies them.
      if (list.current !== null) getSelection()?.selectAllChildren(list.current);
      toast("error", teamCopy.security.recovery.notCopied);
    }
  }

  function download() {
    const head = [teamCopy.security.recovery.fileTitle(where), teamCopy.security.recovery.fileHint, ""];
    const text = [...head, ...codes, ""].join("\r\n");
    saveFile([text], "recovery-codes.txt");
  }

  return (
    <section className="security-card fresh-codes" aria-labelledby="fresh-codes-title">
      <h2 id="fresh-codes-title" ref={heading} tabIndex={-1}>
        {teamCopy.security.recovery.freshTitle}
      </h2>
      <p>
        {teamCopy.security.recovery.freshAbout} {teamCopy.security.recovery.keep}{" "}
        <strong>{teamCopy.security.recovery.shownOnce}</strong>
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
        <Button variant="secondary" onClick={() => void copyCodes()}>
          {teamCopy.security.recovery.copy}
        </Button>
        <Button variant="secondary" onClick={download}>
          {teamCopy.security.recovery.download}
        </Button>
        <Button variant="secondary" onClick={() => print()}>
          {teamCopy.security.recovery.print}
        </Button>
      </div>
      <Button onClick={onKept}>{teamCopy.security.recovery.kept}</Button>
      <UnsavedGuard isChanged about={teamCopy.forms.unsaved.shownOnce} />
    </section>
  );
}
