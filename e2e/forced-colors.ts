import type { Page } from "@playwright/test";

/**
 * Returns what forced colours take away, on a light and on a dark canvas: the shape of controls and boxes, which then
 * is their border alone; signs drawn in the colour of the canvas; the mark of the current one among its peers.
 */
export async function forcedColorFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme, reducedMotion: "reduce" });
    faults.push(...(await faultsOf(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  await page.emulateMedia({ forcedColors: "none" });
  return faults;
}

function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: string, other: string) => {
      const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    };
    const isSeen = (color: string) => !/^(?:none|transparent|rgba\(.*, 0\))$/.test(color);
    const behind = (element: Element | null): string => {
      if (element === null) return getComputedStyle(document.documentElement).getPropertyValue("background-color");
      const { backgroundColor } = getComputedStyle(element);
      return isSeen(backgroundColor) ? backgroundColor : behind(element.parentElement);
    };
    const name = (one: Element) =>
      `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""} ${one.textContent?.trim().slice(0, 30)}`;
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        element.closest("[aria-hidden=true]:not(svg), .visually-hidden, .skip") === null &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };
    const looks = (element: Element) =>
      JSON.stringify(
        [element, ...element.querySelectorAll("*")].flatMap((each) =>
          [null, "::before", "::after"].map((part) => {
            const style = getComputedStyle(each, part);
            const { color, backgroundColor, borderWidth, borderColor, outlineStyle, outlineColor, fontWeight } = style;
            const box = [borderWidth, borderColor, outlineStyle, outlineColor];
            return [color, backgroundColor, ...box, fontWeight, style.textDecorationLine, style.content];
          }),
        ),
      );
    const faults = new Set<string>();
    // A button without its own text is the whole row beside it.
    const shapes = ".button:not(.row-target), .card, .alert, .toast, dialog, input, select, textarea";
    for (const shape of document.querySelectorAll(shapes)) {
      if (!isShown(shape)) continue;
      const style = getComputedStyle(shape);
      const box = shape.matches("textarea") ? shape.closest(".composer") : null;
      const drawn = [style, getComputedStyle(shape, "::before"), ...(box === null ? [] : [getComputedStyle(box)])];
      const hasEdge = drawn.some((each) =>
        (["top", "right", "bottom", "left"] as const).some(
          (side) =>
            Number.parseFloat(each.getPropertyValue(`border-${side}-width`)) >= 1 &&
            each.getPropertyValue(`border-${side}-style`) !== "none" &&
            contrast(each.getPropertyValue(`border-${side}-color`), behind(shape.parentElement)) >= 3,
        ),
      );
      const isNative = style.appearance !== "none" && shape.matches("[type=checkbox], [type=radio]");
      if (!hasEdge && !isNative) faults.add(`no edge: ${name(shape)}`);
    }
    for (const sign of document.querySelectorAll("svg")) {
      if (!isShown(sign)) continue;
      const colors = [...sign.querySelectorAll("path, circle, rect")]
        .flatMap((line) => [getComputedStyle(line).fill, getComputedStyle(line).stroke])
        .filter(isSeen);
      // Less than that is no sign in a pale colour, but none.
      if (colors.length > 0 && colors.every((color) => contrast(color, behind(sign)) < 1.5))
        faults.add(`not seen: ${name(sign)} in ${sign.parentElement === null ? "" : name(sign.parentElement)}`);
    }
    // The current one of steps is the last that is done, and looks like those.
    const current = "[aria-current]:not([aria-current=false], [aria-current=step]), [aria-selected=true]";
    for (const one of document.querySelectorAll(current)) {
      const list = one.closest("ul, ol, nav, [role=tablist], [role=listbox]");
      const peer = [...(list?.querySelectorAll(one.tagName) ?? [])].find((other) => !other.matches(current));
      if (peer !== undefined && isShown(one) && isShown(peer) && looks(one) === looks(peer))
        faults.add(`like the others: ${name(one)}`);
    }
    return [...faults];
  });
}
