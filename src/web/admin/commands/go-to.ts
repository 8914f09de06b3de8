import { navigate } from "#web/page/router.tsx";

/** How long a page may take to show the element. */
const patience = 8000;

/**
 * Opens a page, and focuses the first of these elements that it shows, by their selectors: a later one only until an
 * earlier one is there. It ends when the member does something else.
 */
export function goTo(path: string, ...selectors: readonly string[]): void {
  navigate(path);
  if (selectors.length === 0) return;
  const { signal, abort } = scope();
  const until = setTimeout(abort, patience);
  signal.addEventListener("abort", () => clearTimeout(until));
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  let best = selectors.length;
  function focusIfThere(): void {
    const at = selectors.findIndex((selector, place) => place < best && isShown(find(selector)));
    if (at === -1) return;
    best = at;
    if (at === 0) abort();
    // After the page has focused its own heading.
    requestAnimationFrame(() => requestAnimationFrame(() => at === best && focus(find(selectors[at] ?? ""))));
  }
  const observer = new MutationObserver(focusIfThere);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
  signal.addEventListener("abort", () => observer.disconnect());
  for (const event of ["keydown", "pointerdown", "popstate"]) addEventListener(event, abort, { signal, capture: true });
  focusIfThere();
}

function focus(element: HTMLElement | null): void {
  if (element === null) return;
  if (!element.matches("a, button, input, select, textarea")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "center", behavior: "instant" });
}

const isShown = (element: HTMLElement | null) => element !== null && element.getClientRects().length > 0;

function scope(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
