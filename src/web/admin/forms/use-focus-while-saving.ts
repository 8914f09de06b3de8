import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Moves the focus to the submit button while a form is saved, and back to its field after a failure. The fields are
 * `inert` meanwhile, since text typed then would be lost.
 */
export function useFocusWhileSaving(form: RefObject<HTMLFormElement | null>, isSaving: boolean): void {
  const left = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const button = form.current?.querySelector<HTMLElement>("[type=submit]");
    if (!isSaving) {
      if (focused === button) left.current?.focus();
      left.current = null;
    } else if (focused instanceof HTMLElement && form.current?.contains(focused.closest("[inert]")) === true) {
      left.current = focused;
      button?.focus();
    }
  }, [form, isSaving]);
}
