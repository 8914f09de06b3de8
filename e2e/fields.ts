import type { Page } from "@playwright/test";

/** Examples within fields that could be taken for typed text: as heavy, or in its colour. */
export function placeholderFaults(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("[placeholder]:not([placeholder=''])")].flatMap((field) => {
      const example = getComputedStyle(field, "::placeholder");
      const name = `${field.id || field.name || field.className}, “${field.placeholder}”`;
      return [
        ...(Number(example.fontWeight) > 400 ? [`${name} weighs ${example.fontWeight}`] : []),
        ...(example.color === getComputedStyle(field).color ? [`${name} has the colour of typed text`] : []),
      ];
    }),
  );
}

/** Fields within `root` whose label is not in sight once they have the focus, wherever they were scrolled to before. */
export function labelFaults(page: Page, root: string): Promise<string[]> {
  return page.evaluate((within) => {
    const faults = new Set<string>();
    const scrollerOf = (element: Element): Element => {
      const outer = element.parentElement;
      if (outer === null) return document.documentElement;
      const scrolls = /auto|scroll/.test(getComputedStyle(outer).overflowY) && outer.scrollHeight > outer.clientHeight;
      return scrolls ? outer : scrollerOf(outer);
    };
    const fields = document.querySelectorAll<HTMLInputElement>(`${within} :is(input, select, textarea):enabled`);
    for (const field of fields) {
      const [label] = field.labels ?? [];
      if (!field.checkVisibility() || label === undefined || label.contains(field)) continue;
      const scroller = scrollerOf(field);
      const top = scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top;
      for (let gap = -field.offsetHeight; gap <= 160; gap += 20) {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        scroller.scrollBy({ top: field.getBoundingClientRect().top - top - gap, behavior: "instant" });
        field.focus();
        const range = document.createRange();
        range.selectNodeContents(label);
        const [line] = range.getClientRects();
        if (line === undefined || line.width < 2) continue;
        const hit = document.elementFromPoint(line.left + Math.min(line.width / 2, 8), line.top + line.height / 2);
        if (!label.contains(hit))
          faults.add(
            `${label.textContent} is below ${hit?.tagName.toLowerCase() ?? "nothing"}.${hit?.className ?? ""}`,
          );
      }
    }
    return [...faults];
  }, root);
}
