import { useEffect, useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { CodesSetUp } from "#contract/auth/second-factor.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { OneTimeCodes } from "./one-time-codes.tsx";
import { canUsePasskeys } from "./passkey.ts";
import { Passkeys } from "./passkeys.tsx";
import { FreshCodes, RecoveryCodes } from "./recovery-codes.tsx";
import "./security.css";
import { useSecondFactor } from "./use-second-factor.ts";

/**
 * The member's second factors. New recovery codes, of which `onFresh` tells, replace the page until they are saved;
 * `onKept` runs then.
 */
export function SecondFactorManager({ onFresh, onKept }: { onFresh?: () => void; onKept?: () => void }) {
  const factor = useSecondFactor();
  const ready = useHydrated();
  const [fresh, setFresh] = useState<readonly string[]>();
  const [codesBegun, setCodesBegun] = useState<CodesSetUp>();
  const { data } = factor;
  function showFresh(codes: readonly string[]): void {
    onFresh?.();
    setFresh(codes);
  }
  const place = useRef<HTMLDivElement>(null);
  const wasFresh = useRef(false);
  const isFresh = fresh !== undefined;
  useEffect(() => {
    // The button that had the focus disappears with the codes.
    if (!isFresh && wasFresh.current) place.current?.focus();
    wasFresh.current = isFresh;
  }, [isFresh]);

  if (fresh !== undefined)
    return (
      <FreshCodes
        codes={fresh}
        onKept={() => {
          setFresh(undefined);
          onKept?.();
        }}
      />
    );
  if (data === undefined)
    return (
      <>
        <LoadFailure what={teamCopy.security.factor.name} query={factor} />
        {!factor.isError && <Spinner text={teamCopy.security.factor.loading} />}
      </>
    );
  const isOn = data.hasCodes || data.passkeys.length > 0;
  const noPasskeys = data.noPasskeys ?? (ready && !canUsePasskeys() ? teamCopy.security.passkeys.noSupport : null);
  return (
    <div className="security-cards" ref={place} tabIndex={-1}>
      <p className="page-lead">
        {isOn ? teamCopy.security.factor.isOn : teamCopy.security.factor.isOff}
        {ready && location.hostname === "localhost" && ` ${teamCopy.security.factor.localhost}`}
        {isOn && data.isRequired && ` ${teamCopy.security.factor.required}`}
      </p>
      <LoadFailure what={teamCopy.security.factor.name} query={factor} />
      <Passkeys
        passkeys={data.passkeys}
        why={noPasskeys}
        isFirst={!isOn && codesBegun === undefined}
        onCodes={showFresh}
      />
      <OneTimeCodes
        isOn={data.hasCodes}
        isFirst={!isOn && noPasskeys !== null}
        begun={codesBegun}
        onBegin={setCodesBegun}
        onCodes={showFresh}
      />
      {isOn && <RecoveryCodes left={data.recoveryCodesLeft} onCodes={showFresh} />}
    </div>
  );
}
