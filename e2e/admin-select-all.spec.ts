import type { InboxPage } from "#contract/inbox/inbox.ts";
import { boxesOf } from "./boxes.ts";
import { holdCalls } from "./held-calls.ts";
import { expect, test } from "./inbox-test.ts";

test("select all takes all that the filter shows, with progress, a stop and undo; a colleague's change stays @slow", async ({
  page,
  inbox,
  server,
}) => {
  test.setTimeout(180_000);
  await inbox.openWith(Array.from({ length: 260 }, (_, at) => ({ name: `Visitor ${at + 1}` })));
  const counts = async () => (await server.call<InboxPage>("GET", "contact-inquiries?limit=1")).counts;
  const bar = page.getByRole("group", { name: "Selected inquiries" });
  const close = () => bar.getByRole("button", { name: "Mark closed" }).click();

  const views = page.getByRole("navigation", { name: "Views" });
  await expect(views.getByRole("link", { name: "Unassigned 260" })).toBeVisible();
  await inbox.row("Visitor 260").getByRole("checkbox").click();
  await page.getByRole("checkbox", { name: "Select all 50 loaded" }).check();
  await expect(page.getByText("All 50 loaded are selected.")).toBeVisible();
  await page.getByRole("button", { name: "Select all 260", exact: true }).click();
  await expect(page.getByText("All 260 of this view are selected.")).toBeVisible();
  await expect(bar.getByText("260 selected")).toBeVisible();

  // A colleague is quicker with one that no row shows.
  const first = await server.call<InboxPage>("GET", "contact-inquiries?sort=oldest&limit=200");
  const one = first.inquiries.find(({ name }) => name === "Visitor 1");
  await server.call("POST", "contact-inquiries/changes", {
    changes: [{ id: one?.id, version: one?.version, status: "answered" }],
  });
  await close();
  await expect(inbox.done).toContainText("259 marked closed. 1 was changed by someone else in the meantime");
  await expect(bar).toBeHidden();
  expect(await counts()).toMatchObject({ new: 0, answered: 1, closed: 259 });
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(inbox.done).toContainText("Undone: 259 marked closed.");
  expect(await counts()).toMatchObject({ new: 259, answered: 1, closed: 0 });

  // Stopped after the first batch, whose undo is there.
  const calls = await holdCalls(page, "**/api/contact-inquiries/changes");
  await inbox.row("Visitor 260").getByRole("checkbox").click();
  await bar.getByRole("button", { name: "Select all 260", exact: true }).click();
  await expect(bar.getByText("260 selected")).toBeVisible();
  await close();
  await expect(page.getByRole("progressbar", { name: "Changing" })).toBeVisible();
  const call = await calls.next();
  await page.getByRole("button", { name: "Stop" }).click();
  await call.continue();
  await expect(inbox.done).toContainText("200 marked closed. Stopped: 60 were left as they are.");
  await page.unrouteAll({ behavior: "wait" });
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(inbox.done).toContainText("Undone: 200 marked closed.");
  expect(await counts()).toMatchObject({ closed: 0 });

  // The counts of the views follow what is done.
  await inbox.row("Visitor 260").getByRole("checkbox").click();
  await bar.locator("summary", { hasText: "Assign" }).click();
  await bar.getByRole("button", { name: "Owner", exact: true }).click();
  await expect(views.getByRole("link", { name: "Mine 1" })).toBeVisible();
  await expect(views.getByRole("link", { name: "Unassigned 259" })).toBeVisible();
});

test("the bar of a selection covers the head of the list, with all actions in one line @slow", async ({
  page,
  inbox,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await inbox.openWith([{ name: "Asha Example" }]);
  const head = page.locator(".inbox-head");
  // A notice above may come meanwhile, and moves both.
  const place = async () => {
    const [own, rows] = await boxesOf(head, page.locator(".inbox-rows"));
    return { width: own.width, height: own.height, above: rows.y - own.y };
  };
  let before = await place();
  // Everything that loads after the rows has come.
  await expect
    .poll(
      async () => {
        const last = before;
        before = await place();
        return before.above - last.above;
      },
      { intervals: [500] },
    )
    .toBe(0);
  await inbox.row("Asha").getByRole("checkbox").click();
  const bar = page.getByRole("group", { name: "Selected inquiries" });
  // Nothing moves, and nothing of the head shows.
  expect(await place()).toEqual(before);
  for (const name of ["Mark closed", "Snooze", "Export", "Delete"]) {
    const [room, button] = await boxesOf(bar, bar.getByRole("button", { name, exact: true }));
    expect(room.height).toBeLessThan(90);
    expect(button.bottom, name).toBeLessThan(room.bottom);
    expect(button.right, name).toBeLessThan(room.right);
  }
});
