import { type RefCallback, type RefObject, useCallback } from "react";

/** For an element that disappears when pressed: if it has the focus, `target` gets it. */
export function useFocusOnUnmount(target: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => () => {
      if (element?.contains(document.activeElement) === true) target.current?.focus();
    },
    [target],
  );
}
