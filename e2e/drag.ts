import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect } from "./admin-test.ts";

interface Point {
  x: number;
  y: number;
}

interface DragData {
  items: Array<{ mimeType: string; data: string }>;
  dragOperationsMask: number;
}

/**
 * Drags the row of a list by its handle to the upper or lower edge of another one; both are on the screen. It goes by Chromium's own
 * protocol (https://chromedevtools.github.io/devtools-protocol/tot/Input/): `page.mouse` stops listening for a drag as soon as the
 * move that begins it is answered, and waits for ever where the browser tells of the drag a moment later.
 */
export async function drag(page: Page, row: Locator, to: Locator, edge: "top" | "bottom"): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("Input.setInterceptDrags", { enabled: true });
  // A drag begins with the first move, unless the page has moved under the pointer: then it is begun again.
  await expect(async () => {
    const handle = await boxOf(row.locator("[data-drag]"));
    const data = await pickUp(client, { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 });
    const target = await boxOf(to);
    const [x, y] = [target.x + 40, edge === "top" ? target.y + 4 : target.y + target.height - 4];
    await client.send("Input.dispatchDragEvent", { type: "dragEnter", x, y: y - 8, data });
    // Where the first one enters an element, it is over it only with the second.
    await client.send("Input.dispatchDragEvent", { type: "dragOver", x, y: y - 2, data });
    await client.send("Input.dispatchDragEvent", { type: "dragOver", x, y, data });
    const place = edge === "top" ? "before" : "after";
    const isOver = await to
      .and(page.locator(`[data-drop=${place}]`))
      .waitFor({ timeout: 500 })
      .then(() => true)
      .catch(() => false);
    await client.send("Input.dispatchDragEvent", { type: isOver ? "drop" : "dragCancel", x, y, data });
    await release(client, { x, y });
    expect(isOver).toBe(true);
  }).toPass();
  await client.detach();
}

/** Presses there and moves until the browser begins a drag; answers what is dragged. */
async function pickUp(client: CDPSession, { x, y }: Point): Promise<DragData> {
  const begun: DragData[] = [];
  client.once("Input.dragIntercepted", ({ data }) => begun.push(data));
  const left = { button: "left", buttons: 1 } as const;
  await client.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  await client.send("Input.dispatchMouseEvent", { ...left, type: "mousePressed", x, y, clickCount: 1 });
  await client.send("Input.dispatchMouseEvent", { ...left, type: "mouseMoved", x: x + 4, y: y + 4 });
  await client.send("Input.dispatchMouseEvent", { ...left, type: "mouseMoved", x: x + 12, y: y + 12 });
  await expect
    .poll(() => begun.length, { timeout: 2000 })
    .toBe(1)
    .catch(() => release(client, { x, y }));
  const [data] = begun;
  if (data === undefined) throw new Error("the browser has begun no drag");
  return data;
}

function release(client: CDPSession, at: Point) {
  return client.send("Input.dispatchMouseEvent", { ...at, type: "mouseReleased", button: "left", clickCount: 1 });
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error("there is no row to drag, or none to drag it to");
  return box;
}
