import type { Locator } from "@playwright/test";

/**
 * Returns the boxes of elements as they are in one frame, in pixels of the viewport. Two calls of `boundingBox()` may
 * have a notice between them that loads above and moves both. Waits for each element; throws if one has gone.
 */
export async function boxesOf<Locators extends readonly Locator[]>(
  ...locators: Locators
): Promise<{ [Key in keyof Locators]: DOMRect }> {
  const handles = await Promise.all(locators.map((locator) => locator.elementHandle()));
  const page = locators[0]?.page();
  const boxes: unknown = await page?.evaluate(
    (elements) => elements.map((element) => element?.getBoundingClientRect().toJSON()),
    handles,
  );
  return boxes as { [Key in keyof Locators]: DOMRect };
}
