import { type RefCallback, type RefObject, useCallback } from "react";

/** For an element that goes when it is pressed: the focus in it goes to `heir`, and is not lost. */
export function useFocusHeir(heir: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => () => {
      if (element?.contains(document.activeElement) === true) heir.current?.focus();
    },
    [heir],
  );
}
