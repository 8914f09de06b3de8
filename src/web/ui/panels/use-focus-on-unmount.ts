import { type RefCallback, type RefObject, useCallback } from "react";

/** Moves the focus to `target` if the element that has it disappears when pressed. */
export function useFocusOnUnmount(target: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => () => {
      if (element?.contains(document.activeElement) === true) target.current?.focus();
    },
    [target],
  );
}
