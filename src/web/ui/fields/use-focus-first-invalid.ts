import { type RefObject, useEffect } from "react";

/**
 * After each rejection, focuses the first invalid field, or else what `otherwise` selects. An error that belongs to no
 * single field is marked with `data-refused`. With `selects`, for forms of inputs only, the field's text is selected as
 * well, to be typed again.
 */
export function useFocusFirstInvalid(
  form: RefObject<HTMLElement | null>,
  /** A different value for each rejection; null or undefined for none. */
  rejection: unknown,
  otherwise?: string,
  selects = false,
): void {
  useEffect(() => {
    const { current } = form;
    if (rejection === null || rejection === undefined || current === null) return;
    const find = (selector: string) => current.querySelector<HTMLInputElement>(selector);
    const place = find("[aria-invalid], [data-refused]") ?? (otherwise === undefined ? null : find(otherwise));
    if (selects) place?.select();
    else place?.focus();
  }, [form, rejection, otherwise, selects]);
}
