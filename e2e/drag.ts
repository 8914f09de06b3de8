import type { Locator, Page } from "@playwright/test";
import { expect } from "./admin-test.ts";

/**
 * Drags a list row by its handle to the upper or lower edge of another, with synthetic browser events. Real drags
 * depend on timing: a busy browser reports them late, and then no try succeeds.
 */
export async function drag(page: Page, row: Locator, targetRow: Locator, edge: "top" | "bottom"): Promise<void> {
  const dataTransfer = await page.evaluateHandle(() => new DataTransfer());
  const send = async (element: Locator, type: string, at: "top" | "bottom" | "middle") => {
    const box = await element.boundingBox();
    if (box === null) throw new Error("there is no row to drag, or none to drag it to");
    const clientY = at === "top" ? box.y + 4 : at === "bottom" ? box.y + box.height - 4 : box.y + box.height / 2;
    const point = { clientX: box.x + 8, clientY };
    await element.dispatchEvent(type, { dataTransfer, bubbles: true, cancelable: true, ...point });
  };
  const handle = row.locator("[data-drag]");
  await send(handle, "dragstart", "middle");
  await send(targetRow, "dragenter", edge);
  await send(targetRow, "dragover", edge);
  await expect(targetRow).toHaveAttribute("data-drop", edge === "top" ? "before" : "after");
  await send(targetRow, "drop", edge);
  await send(handle, "dragend", "middle");
}
