import { useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { CodesSetUp } from "#contract/auth/second-factor.ts";
import { securityApi } from "#web/api/security-api.ts";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";
import { DraftFrame } from "../forms/draft-form.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { useDraft } from "../forms/use-draft.ts";
import { useSecondFactorChange } from "./use-second-factor.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { CopyButton } from "#web/ui/buttons/copy-button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { useFocusOnMount } from "#web/ui/fields/use-focus-on-mount.ts";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { typedText } from "../forms/typed-text.ts";
import { SecurityCard } from "./security-card.tsx";

/** One-time codes of an app: set-up and removal. `onCodes` gets the recovery codes that come with the first factor. */
export function OneTimeCodes(props: {
  isOn: boolean;
  /** Whether it is the only way to a first second factor. */
  isFirst: boolean;
  /** The set-up that has begun, if any. */
  begun: CodesSetUp | undefined;
  onBegin: (setUp: CodesSetUp | undefined) => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { isOn, isFirst, begun, onBegin, onCodes } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setAsking] = useState(false);
  const begin = useSecondFactorChange({
    mutationFn: securityApi.beginCodes,
    confirms: teamCopy.security.confirms.setUpCodes,
  });
  const remove = useSecondFactorChange({
    mutationFn: securityApi.removeCodes,
    done: teamCopy.security.codes.removed,
    confirms: teamCopy.security.confirms.removeCodes,
  });

  return (
    <SecurityCard
      id="codes"
      title={teamCopy.security.codes.title}
      heading={heading}
      badge={<Badge tone={isOn ? "good" : undefined}>{isOn ? teamCopy.security.on : teamCopy.security.off}</Badge>}
      about={teamCopy.security.codes.about}
      action={
        isOn ? (
          <Button variant="secondary" aria-label={teamCopy.security.codes.removeLabel} onClick={() => setAsking(true)}>
            {teamCopy.forms.remove}
          </Button>
        ) : (
          begun === undefined && (
            <Button
              variant={isFirst ? undefined : "secondary"}
              aria-label={begin.isPending ? undefined : teamCopy.security.codes.setUpLabel}
              busy={begin.isPending}
              onClick={() => begin.mutate(undefined, { onSuccess: onBegin })}
            >
              {begin.isPending ? teamCopy.security.codes.creating : teamCopy.security.codes.setUp}
            </Button>
          )
        )
      }
    >
      {begin.error !== null && <Alert role="alert">{actionFailureText(begin.error)}</Alert>}
      {begun !== undefined && !isOn && (
        <CodesSetUpForm
          setUp={begun}
          onCancel={() => {
            onBegin(undefined);
            heading.current?.focus();
          }}
          onOn={(recoveryCodes) => {
            onBegin(undefined);
            if (recoveryCodes === null) heading.current?.focus();
            else onCodes(recoveryCodes);
          }}
        />
      )}
      <ConfirmedChange
        about={isAsking}
        title={teamCopy.security.codes.removeTitle}
        id="remove-codes"
        action={teamCopy.forms.remove}
        busyAction={teamCopy.forms.removing}
        change={remove}
        input={() => undefined}
        onClose={() => setAsking(false)}
        onDone={() => heading.current?.focus()}
      >
        {teamCopy.security.codes.removeAbout}
      </ConfirmedChange>
    </SecurityCard>
  );
}

/**
 * Shows the secret for an authenticator app, and asks for a code; one-time codes are on only after it. `onOn` gets the
 * recovery codes if it is the first factor.
 */
function CodesSetUpForm(props: {
  setUp: CodesSetUp;
  onCancel: () => void;
  onOn: (recoveryCodes: readonly string[] | null) => void;
}) {
  const { setUp, onCancel, onOn } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<HTMLElement>(null);
  const draft = useDraft({
    start: {},
    save: useSecondFactorChange({
      mutationFn: securityApi.confirmCodes,
      done: teamCopy.security.codes.areOn,
      confirms: teamCopy.security.confirms.setUpCodes,
      onResponse: ({ recoveryCodes }) => onOn(recoveryCodes),
    }),
    send: (_, { data }) => typedText(data, "code"),
  });
  const { error, isSaving } = draft;
  const atField = draft.errors["code"];

  // The button that started it is gone.
  useFocusOnMount(heading);

  return (
    <DraftFrame draft={draft} focusFallback="[name=code]" selectsRefused>
      <h3 ref={heading} tabIndex={-1}>
        {teamCopy.security.codes.addSecret}
      </h3>
      <p>{teamCopy.security.codes.scan}</p>
      <div className="codes-secret">
        <QrCode {...setUp.qr} label={teamCopy.security.codes.qr} />
        <div>
          <p className="field-label" id="codes-secret-label">
            {teamCopy.security.codes.secret}
          </p>
          <p className="codes-secret-text">
            {/* Shown in groups, for typing. */}
            <code ref={shown}>{setUp.secret.match(/.{1,4}/g)?.join(" ")}</code>
            <CopyButton text={setUp.secret} shown={shown} />
          </p>
          <p>
            <a href={setUp.uri}>{teamCopy.security.codes.open}</a>
          </p>
        </div>
      </div>
      <h3>{teamCopy.security.codes.enterCode}</h3>
      {error !== null && atField === undefined && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <Field
        id={`${draft.id}-code`}
        label={teamCopy.security.codes.code}
        error={atField}
        input={{
          name: "code",
          type: "text",
          inputMode: "numeric",
          autoComplete: "one-time-code",
          required: true,
          maxLength: 40,
          spellCheck: false,
        }}
      />
      <div className="form-actions">
        <Button variant="secondary" onClick={onCancel}>
          {teamCopy.forms.cancel}
        </Button>
        <SubmitButton busy={isSaving} busyText={teamCopy.security.codes.checking}>
          {teamCopy.security.codes.switchOn}
        </SubmitButton>
      </div>
    </DraftFrame>
  );
}

/** A QR code from the SVG path of its dark squares, quiet zone included. */
function QrCode({ size, path, label }: { size: number; path: string; label: string }) {
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
