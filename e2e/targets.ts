import type { Page } from "@playwright/test";

/**
 * Returns the faults of things that can be pressed within `root`: smaller than `least` pixels in either direction,
 * except links within a line of text (WCAG 2.2, 2.5.8), or below something else once it is scrolled into view.
 */
export function targetFaults(page: Page, least: number, root = "body"): Promise<string[]> {
  return page.evaluate(
    ([size, within]) => {
      const name = (one: Element | null) =>
        one === null
          ? "nothing"
          : `${one.tagName.toLowerCase()}.${one.className} ${one.ariaLabel ?? one.textContent?.trim().slice(0, 30)}`;
      const faults = new Set<string>();
      const kinds = "a[href], button, input, select, textarea, summary, [role=option], [role=tab]";
      const controls = document.querySelector(within)?.querySelectorAll<HTMLElement>(kinds) ?? [];
      if (controls.length === 0) return [`nothing to press in ${within}`];
      for (const control of controls) {
        if (
          !control.checkVisibility({ visibilityProperty: true }) ||
          control.matches(":disabled, .skip, [inert] *, [aria-hidden=true] *")
        )
          continue;
        const target = control.closest("label") ?? control;
        target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        const { left, top, width, height } = target.getBoundingClientRect();
        const isInText = control.matches("a, summary") && getComputedStyle(control).display === "inline";
        const [line = target.getBoundingClientRect()] = target.getClientRects();
        const [x, y] = isInText
          ? [line.left + line.width / 2, line.top + line.height / 2]
          : [left + width / 2, top + height / 2];
        const reach = size / 2 - 1;
        // A pseudo-element may make what can be pressed larger than what is seen.
        const isReached = (dx: number, dy: number) => target.contains(document.elementFromPoint(x + dx, y + dy));
        const isTall = height >= size - 0.5 || (isReached(0, -reach) && isReached(0, reach));
        const isWide = width >= size - 0.5 || (isReached(-reach, 0) && isReached(reach, 0));
        if (!isInText && !(isTall && isWide))
          faults.add(`${name(target)}: ${Math.round(width)} × ${Math.round(height)}`);
        const hit = document.elementFromPoint(x, y);
        // A press on a control's label presses the control.
        const isMet = target.contains(hit) || hit?.contains(target) || hit?.closest("label")?.control === target;
        if (!isMet) faults.add(`${name(target)} is below ${name(hit)} at ${Math.round(x)}, ${Math.round(y)}`);
      }
      return [...faults];
    },
    [least, root] as const,
  );
}
