import type { LaunchOptions, Page } from "@playwright/test";

/** Options for `test.use`: twice the text size in the browser's settings, which media queries in `rem` follow. */
export const launchWithLargeText: [
  (
    { launchOptions }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ) => Promise<void>,
  { scope: "worker" },
] = [
  ({ launchOptions: { args = [], ...others } }, use) =>
    use({ ...others, args: [...args, "--blink-settings=defaultFontSize=32"] }),
  { scope: "worker" },
];

/** Returns the faults of the page's heading: it is cut, beyond the screen, or shares its place with another text. */
export function headingFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    scrollTo({ top: 0, behavior: "instant" });
    const heading = document.querySelector("h1");
    if (heading === null) return ["no heading"];
    const linesOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    };
    const lines = linesOf(heading);
    if (lines.length === 0 || !heading.checkVisibility({ visibilityProperty: true })) return ["the heading is hidden"];
    const faults: string[] = [];
    const end = document.documentElement.clientWidth;
    if (lines.some(({ left, right, top }) => left < 0 || right > end || top < 0)) faults.push("beyond the screen");
    const box = heading.getBoundingClientRect();
    const { overflowX } = getComputedStyle(heading);
    if (overflowX !== "visible" && lines.some(({ right }) => right > box.right + 1)) faults.push("cut");
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath !== "none" ||
        getComputedStyle(element).display === "none" ||
        isClipped(element.parentElement));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || parent === null || heading.contains(node)) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isClipped(parent)) continue;
      const meets = linesOf(node).some((other) =>
        lines.some(
          (line) =>
            other.left < line.right - 1 &&
            other.right > line.left + 1 &&
            other.top < line.bottom - 1 &&
            other.bottom > line.top + 1,
        ),
      );
      if (meets) faults.push(`shares its place with: ${node.textContent.trim()}`);
    }
    for (const { left, right, top, bottom } of lines) {
      for (const x of [left + 2, (left + right) / 2, right - 2]) {
        const hit = document.elementFromPoint(x, (top + bottom) / 2);
        if (!heading.contains(hit)) faults.push(`below ${hit?.tagName.toLowerCase()}.${hit?.className}`);
      }
    }
    return [...new Set(faults)];
  });
}

/** Words of ours that are broken into several lines. Values, such as addresses and made-up long words, may be. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== "none" || isClipped(element.parentElement));
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true }) || isClipped(parent)) continue;
      if (parent.closest("bdi, code, del, ins, pre, select, [dir=auto]") !== null) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
        if (!/^\P{L}*[\p{L}\p{M}]{2,30}\P{L}*$/u.test(word)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.add(`${word} in ${parent.tagName.toLowerCase()}.${parent.className}`);
      }
    }
    return [...found];
  });
}
