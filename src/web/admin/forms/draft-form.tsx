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

/**
 * The form of a draft. Its fields, the children, are inert while it is saved; after a refusal the first invalid field
 * gets the focus, and everything typed stays.
 */
export function DraftForm(
  props: Pick<ComponentProps<"form">, "id" | "aria-labelledby" | "noValidate"> & {
    draft: AnyDraft;
    label?: string;
    className?: string;
    /** The label of the submit button, idle and busy. */
    action?: string;
    busyAction?: string;
    isDisabled?: boolean;
    /** Called by the cancel button, which stands before the submit button. */
    onCancel?: (() => void) | undefined;
    /** Other buttons, before and after these. */
    leading?: ReactNode;
    trailing?: ReactNode;
    /** Whether it is asked before what was typed is lost. */
    isGuarded?: boolean;
    /** Selects what gets the focus at first, since what opened the form is often gone. */
    focusFirst?: string;
    /** Selects what gets the focus after a refusal, if no field is invalid. */
    focusFallback?: string;
    /** Where the error stands: above the fields, there unless it is about one of them, or at the button, if it is far. */
    alert?: "top" | "top-unless-at-field" | "bottom";
    /** Says the error in place of its usual text. */
    failure?: ReactNode;
    children: ReactNode;
  },
) {
  const {
    draft,
    label,
    className = "form",
    action = teamCopy.forms.save,
    busyAction = teamCopy.forms.saving,
    isDisabled = false,
    onCancel,
    leading,
    trailing,
    isGuarded = false,
    focusFirst,
    focusFallback,
    alert = "top",
    failure,
    children,
    ...attributes
  } = props;
  const { form, error, isSaving } = draft;
  const { leave, question } = useDiscard(isGuarded && draft.isTyped, () => onCancel?.());
  useFocusWhileSaving(form, isSaving);
  useFocusFirstInvalid(form, error, focusFallback);
  useEffect(() => {
    if (focusFirst !== undefined) form.current?.querySelector<HTMLElement>(focusFirst)?.focus();
  }, [form, focusFirst]);

  const isAtField = alert === "top-unless-at-field" && Object.keys(draft.errors).length > 0;
  const shown = error !== null && !isAtField && <Alert role="alert">{failure ?? actionFailureText(error)}</Alert>;
  return (
    <>
      {isGuarded && <UnsavedGuard isChanged={draft.isTyped} />}
      <form
        ref={form}
        className={className}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          draft.submit();
        }}
        {...attributes}
      >
        {alert !== "bottom" && shown}
        <div className="form" inert={isSaving}>
          {children}
        </div>
        {alert === "bottom" && shown}
        <div className="form-actions">
          {leading}
          {onCancel !== undefined && (
            <Button variant="secondary" onClick={leave}>
              {teamCopy.forms.cancel}
            </Button>
          )}
          <SubmitButton busy={isSaving} busyText={busyAction} disabled={isDisabled}>
            {action}
          </SubmitButton>
          {trailing}
        </div>
      </form>
      {isGuarded && question}
    </>
  );
}
