import type { Locator } from "@playwright/test";

/**
 * Returns the boxes of elements as they are in one frame, in pixels of the viewport. Two calls of `boundingBox()` may
 * have a notice between them that loads above and moves both. Waits for each element.
 *
 * @throws if one of them has no box, since it is hidden
 */
export async function boxesOf<Locators extends readonly [Locator, ...Locator[]]>(
  ...locators: Locators
): Promise<{ [Key in keyof Locators]: DOMRect }> {
  const handles = await Promise.all(locators.map((locator) => locator.elementHandle()));
  const boxes: Array<DOMRect | undefined> = await locators[0]
    .page()
    .evaluate((elements) => elements.map((element) => element?.getBoundingClientRect().toJSON()), handles);
  const hidden = locators.find((_, at) => !boxes[at] || boxes[at].width + boxes[at].height === 0);
  if (hidden !== undefined) throw new Error(`${hidden.toString()} has no box`);
  return boxes as { [Key in keyof Locators]: DOMRect };
}
