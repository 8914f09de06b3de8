import { type RefCallback, type RefObject, useCallback } from "react";

/** For an element that disappears when pressed: moves the focus in it to `heir`. */
export function useFocusHeir(heir: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => () => {
      if (element?.contains(document.activeElement) === true) heir.current?.focus();
    },
    [heir],
  );
}
