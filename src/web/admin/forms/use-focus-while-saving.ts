import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * For a form whose fields are `inert` while they are saved, since what is typed then would be gone with what was saved.
 * The focus of a field waits on the submit button, and comes back after a failure.
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
