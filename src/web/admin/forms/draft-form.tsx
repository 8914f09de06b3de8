import { type ComponentProps, type ReactNode, useEffect } from "react";
import { teamCopy } from "#copy/current.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { actionFailureText } from "./failure.tsx";
import { UnsavedGuard, useDiscard } from "./unsaved-guard.tsx";
import type { AnyDraft } from "./use-draft.ts";
import { useFocusWhileSaving } from "./use-focus-while-saving.ts";

type FrameProps = Pick<ComponentProps<"form">, "id" | "className" | "noValidate" | "aria-labelledby"> & {
  draft: AnyDraft;
  label?: string;
  /** Selects what gets the focus at first, since what opened the form is often gone. */
  focusFirst?: string;
  /** Selects what gets the focus after a refusal, if no field is invalid. */
  focusFallback?: string;
  /** Whether a refused text is selected, to be typed again. */
  selectsRefused?: boolean;
  /** Whether it is asked before what was typed is lost. */
  isGuarded?: boolean;
  isTyped?: boolean;
  onLeave?: (() => void) | undefined;
  leavesAtEscape?: boolean;
};

/**
 * The form element of a draft: the focus while it is saved and after a refusal, and the guard of what was typed.
 * `children` may get what leaves the form, once nothing typed would be lost unasked.
 */
export function DraftFrame(props: FrameProps & { children: ReactNode | ((leave: () => void) => ReactNode) }) {
  const { draft, label, focusFirst, focusFallback, selectsRefused = false, isGuarded = false } = props;
  const { isTyped = draft.isTyped, onLeave, leavesAtEscape = false, children, className = "form", ...rest } = props;
  const { id, noValidate, "aria-labelledby": labelledBy } = rest;
  const { form } = draft;
  const { leave, question } = useDiscard(isGuarded && isTyped, () => onLeave?.());
  useFocusWhileSaving(form, draft.isSaving);
  useFocusFirstInvalid(form, draft.error, focusFallback, selectsRefused);
  useEffect(() => {
    if (focusFirst !== undefined) form.current?.querySelector<HTMLElement>(focusFirst)?.focus();
  }, [form, focusFirst]);

  return (
    <>
      {isGuarded && <UnsavedGuard isChanged={isTyped} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it. */}
      <form
        ref={form}
        {...{ id, className, noValidate }}
        aria-label={label}
        aria-labelledby={labelledBy}
        onSubmit={(event) => {
          event.preventDefault();
          draft.submit();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !leavesAtEscape) return;
          // The key would close the question at once.
          event.preventDefault();
          leave();
        }}
      >
        {typeof children === "function" ? children(leave) : children}
      </form>
      {isGuarded && question}
    </>
  );
}

/**
 * The form of a draft with its alert and its buttons. Its fields, the children, are inert while it is saved; everything
 * typed stays after a refusal.
 */
export function DraftForm(
  props: FrameProps & {
    /** The label of the submit button, idle and busy. */
    action?: string;
    busyAction?: string;
    isDisabled?: boolean;
    /** Other buttons, before and after the cancel button, which is there with `onLeave`, and the submit button. */
    leading?: ReactNode;
    trailing?: ReactNode;
    /** Where the error stands: above the fields, or at a button that is far. */
    alert?: "top" | "bottom";
    /** The fields that say their own errors: an error of one of them needs no alert. */
    fieldsWithError?: readonly string[];
    /** Says the error in place of its usual text. */
    failure?: ReactNode;
    children: ReactNode;
  },
) {
  const { action = teamCopy.forms.save, busyAction = teamCopy.forms.saving, isDisabled = false, ...others } = props;
  const { leading, trailing, alert = "top", fieldsWithError = [], failure, children, ...frame } = others;
  const { error, errors, isSaving } = frame.draft;
  const isAtField = fieldsWithError.some((name) => errors[name] !== undefined);
  const shown = error !== null && !isAtField && <Alert role="alert">{failure ?? actionFailureText(error)}</Alert>;
  return (
    <DraftFrame {...frame}>
      {(leave) => (
        <>
          {alert !== "bottom" && shown}
          <div className="form" inert={isSaving}>
            {children}
          </div>
          {alert === "bottom" && shown}
          <div className="form-actions">
            {leading}
            {frame.onLeave !== undefined && (
              <Button variant="secondary" onClick={leave}>
                {teamCopy.forms.cancel}
              </Button>
            )}
            <SubmitButton busy={isSaving} busyText={busyAction} disabled={isDisabled}>
              {action}
            </SubmitButton>
            {trailing}
          </div>
        </>
      )}
    </DraftFrame>
  );
}
