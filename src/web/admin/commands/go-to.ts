import { navigate } from "#web/page/router.tsx";

/** Max milliseconds for a page to show the element. */
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
  const show = () => focus(find(selectors[best] ?? ""), signal);
  function focusIfThere(): void {
    const at = selectors.findIndex((selector, place) => place < best && isShown(find(selector)));
    if (at === -1) return;
    best = at;
    if (at === 0) observer.disconnect();
    // After the page has focused its own heading.
    requestAnimationFrame(() => requestAnimationFrame(() => at === best && show()));
  }
  const observer = new MutationObserver(focusIfThere);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
  // The page takes the focus late on a busy machine.
  const isPage = (target: EventTarget | null) => target instanceof Element && target.id === "main";
  addEventListener("focusin", ({ target }) => best < selectors.length && isPage(target) && show(), { signal });
  signal.addEventListener("abort", () => observer.disconnect());
  for (const event of ["keydown", "pointerdown", "wheel", "popstate"])
    addEventListener(event, abort, { signal, capture: true });
  focusIfThere();
}

/** Longer than a new page waits before it scrolls to its top. */
const settling = 150;

function focus(element: HTMLElement | null, signal: AbortSignal): void {
  if (element === null) return;
  if (!element.matches("a, button, input, select, summary, textarea")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const scroll = () => element.scrollIntoView({ block: "center", behavior: "instant" });
  scroll();
  setTimeout(() => signal.aborted || scroll(), settling);
}

const isShown = (element: HTMLElement | null) => element !== null && element.getClientRects().length > 0;

function scope(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
