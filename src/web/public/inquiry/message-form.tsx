import { copy } from "#copy/current.ts";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { Button } from "#web/ui/buttons/button.tsx";
import { AttachmentField } from "#web/ui/files/attachment-field.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import type { useMessageForm } from "./use-message-form.ts";
import { usePageData } from "#web/page/page-data.ts";
import { resendDays } from "#domain/inquiries/inquiry.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { phoneProblem } from "./phone-problem.ts";
import { PrivacyHint } from "./privacy-hint.tsx";

type Input = NonNullable<ComponentProps<typeof Field>["input"]>;

/** The common parts of an inquiry's and a report's form: the rejection, the fields, and the buttons. */
export function MessageForm<Name extends string>(props: {
  state: ReturnType<typeof useMessageForm<Name>>;
  action: string;
  /** Whether the form is shown. */
  isInUse: boolean;
  /** The prefix of the fields' ids. */
  id: string;
  fields: readonly Name[];
  fieldOf: (field: Name) => {
    label: string;
    hint?: ReactNode;
    rows?: number | undefined;
    /** The maximum length of a long text. */
    limit?: number | undefined;
    input: Input;
  };
  send: string;
  sending: string;
  /** Other ways to reach us, offered after a rejection. */
  children?: ReactNode;
}) {
  const { state, action, isInUse, id, fields, fieldOf, send, sending, children } = props;
  useInternationalAddress(`${id}-email`);
  // A form that is closed again keeps its files.
  const [hasFiles, setHasFiles] = useState(isInUse);
  if (isInUse && !hasFiles) setHasFiles(true);
  const { key: filesKey, ...files } = state.files;
  return (
    <form {...state.form} action={action} encType={hasFiles ? "multipart/form-data" : undefined}>
      <HiddenFields isInUse={isInUse} />
      <Refusal {...state} onLater={state.sendLater}>
        {state.isForNow && children}
      </Refusal>
      {fields.map((name) => {
        const { input, limit, ...field } = fieldOf(name);
        const fieldId = `${id}-${name}`;
        return (
          <Field
            key={name}
            {...field}
            id={fieldId}
            error={state.errorOf(name)}
            {...(limit !== undefined && {
              aside: <Counter inputId={fieldId} limit={limit} initial={state.inputOf(name).defaultValue ?? ""} />,
            })}
            {...(name === "phone" && { below: <PhoneHint inputId={fieldId} /> })}
            input={{ ...input, ...state.inputOf(name) }}
          />
        );
      })}
      {hasFiles && (
        <AttachmentField key={filesKey} {...files} id={`${id}-attachments`} error={state.errorOf("attachments")} />
      )}
      <PrivacyHint />
      <Button type="submit" size="large" disabled={state.isSubmitting}>
        {state.isSubmitting ? sending : send}
      </Button>
      <ClearDraft onClear={state.clear} isDisabled={state.isSubmitting} />
    </form>
  );
}

/** Says where the draft is kept, and offers to clear it. It stays while the form is sent, so that no button moves. */
function ClearDraft({ onClear, isDisabled }: { onClear: (() => void) | undefined; isDisabled: boolean }) {
  return (
    onClear !== undefined && (
      <p className="hint">
        {copy.message.kept}{" "}
        <Button variant="plain" disabled={isDisabled} onClick={onClear}>
          {copy.message.clear}
        </Button>
      </p>
    )
  );
}

/**
 * Hidden fields of a form. A form sent without scripts carries its idempotency key and its time, so that a double tap,
 * a retry and a reload make one submission; with scripts, the call sends them. The honeypot field catches bots.
 * `isInUse` is false for a form in a page shared by all visitors that was not opened yet.
 */
export function HiddenFields({ isInUse }: { isInUse: boolean }) {
  const { form } = usePageData();
  return (
    <>
      {form !== undefined && (
        <>
          <input type="hidden" name="key" value={form.key} />
          <input type="hidden" name="formTime" value={form.formTime} />
        </>
      )}
      {(form !== undefined || isInUse) && (
        // Off the screen like the skip link, but never focusable.
        <div className="skip" aria-hidden="true">
          <label>
            {copy.message.homepage} <input name="homepage" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      )}
    </>
  );
}

/**
 * Shows why a form was rejected, and what the visitor can do: send it later if that helps, and the options in
 * `children`.
 */
export function Refusal(props: {
  refusal: string | undefined;
  isOffline: boolean;
  onLater: (() => void) | undefined;
  retryAfter: number | undefined;
  children?: ReactNode;
}) {
  const { refusal, isOffline, onLater, retryAfter, children } = props;
  if (refusal === undefined) return null;
  return (
    <>
      <Alert className="refusal" tabIndex={-1}>
        <p>{refusal}</p>
        {isOffline && <p>{copy.message.offline}</p>}
        {retryAfter !== undefined && !/\d/.test(refusal) && <p>{copy.message.again(waitText(retryAfter))}</p>}
      </Alert>
      <div className="onward">
        {onLater !== undefined && (
          <>
            <Button variant="tonal" onClick={onLater}>
              {copy.offlineQueue.sendLater}
            </Button>
            <p className="hint">{copy.offlineQueue.hint(resendDays)}</p>
          </>
        )}
        {children}
      </div>
    </>
  );
}

function waitText(seconds: number): string {
  return seconds < 100 ? copy.message.seconds(seconds) : copy.message.minutes(Math.ceil(seconds / 60));
}

/**
 * Counts what is typed into a long text. A text that is too long is neither cut nor sent: a browser with `maxlength`
 * would drop the end of what is pasted, and say nothing.
 */
export function Counter({ inputId, limit, initial }: { inputId: string; limit: number; initial: string }) {
  const length = useTyped(inputId, "input", lengthOf) ?? initial.length;
  const excess = length - limit;
  useEffect(() => {
    inputOf(inputId)?.setCustomValidity(excess > 0 ? copy.message.tooLong(excess) : "");
  }, [inputId, excess]);
  return (
    <span className={excess > 0 ? "counter error" : "counter"}>
      {copy.message.lengthOf(length, limit)}
      <span aria-live="polite">{excess > 0 && `. ${copy.message.tooLong(excess)}`}</span>
    </span>
  );
}

function lengthOf(text: string): number {
  return text.length;
}

/** A warning that does not keep anybody from sending. */
function PhoneHint({ inputId }: { inputId: string }) {
  const problem = useTyped(inputId, "change", phoneProblem);
  return (
    <p aria-live="polite" className="soft-warning">
      {problem}
    </p>
  );
}

/** Returns the result of `read` for the field's text, at each `event` of its form and once hydrated. */
function useTyped<Read>(inputId: string, event: "input" | "change", read: (text: string) => Read): Read | undefined {
  const [value, setValue] = useState<Read>();
  useEffect(() => {
    const form = inputOf(inputId)?.form;
    const update = () => setValue(() => read(inputOf(inputId)?.value ?? ""));
    update();
    form?.addEventListener(event, update);
    return () => form?.removeEventListener(event, update);
  }, [inputId, event, read]);
  return value;
}

/**
 * Browsers refuse an email address with other than ASCII letters before its `@` (RFC 6531), which the server accepts:
 * a field with such an address stops being one of type `email`.
 */
function useInternationalAddress(inputId: string): void {
  useEffect(() => {
    const input = inputOf(inputId);
    if (!(input instanceof HTMLInputElement)) return undefined;
    const adapt = () => {
      // oxlint-disable-next-line no-control-regex -- All that is not ASCII.
      input.type = /[^\x00-\x7f]/.test(input.value) ? "text" : "email";
    };
    input.addEventListener("change", adapt);
    return () => input.removeEventListener("change", adapt);
  }, [inputId]);
}

function inputOf(id: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const input = document.getElementById(id);
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : undefined;
}
