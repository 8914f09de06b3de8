import { hi } from "#languages/compiled/team/hi.ts";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import { pathIn } from "#contract/paths.ts";
import type { Page } from "@playwright/test";
import { expect, inboxAddress, open, test } from "./inbox-test.ts";
import { resize } from "./public-test.ts";

// A server of its own has no notices of other journeys, which would move the list.
test.use({ environment: { LIMIT_LINK_HOURS: "22" } });

const three = ["Asha Example", "Ravi Example", "Meera Example"].map((name) => ({ name }));
const names = three.map(({ name }) => name);

test("the inbox opens with who waits the longest, by how long, and marks what no member has seen", async ({
  page,
  inbox,
}) => {
  await inbox.openWith(three, "");
  expect(await inbox.names()).toEqual(names);
  const views = page.getByRole("navigation", { name: "Views" });
  await expect(views.getByRole("link", { name: /^Waiting/ })).toHaveAttribute("aria-current", "true");
  await expect(inbox.rows.first().getByRole("heading")).toHaveText("On time 3");
  const count = page.locator(".list-count");
  await expect(count).toHaveText(/3 inquiries · 3 unread$/);
  await inbox.row("Asha Example").getByRole("link").click();
  await expect(count).toHaveText(/3 inquiries · 2 unread$/);
  await expect(inbox.row("Asha Example")).not.toHaveAttribute("data-unread");
  await expect(inbox.row("Ravi Example")).toHaveAttribute("data-unread");
  // A bar, which no status has for its shape, in the colour of the text.
  const markOf = (name: string) =>
    inbox.row(name).evaluate((row) => {
      const { content, height, borderLeftWidth, borderLeftColor, borderRadius } = getComputedStyle(
        row.querySelector(".row-head") ?? row,
        "::before",
      );
      if (content === "none") return null;
      const isBar = Number.parseFloat(height) > 4 * Number.parseFloat(borderLeftWidth) && borderRadius === "0px";
      return isBar && borderLeftColor === getComputedStyle(document.body).color;
    });
  expect([await markOf("Asha Example"), await markOf("Ravi Example")]).toEqual([null, true]);
  await expect(page).toHaveURL(new RegExp(`${inboxAddress}\\?inquiry=`));

  await page.clock.setSystemTime(Date.now() + 20 * 60_000);
  await open(page, inboxAddress);
  await expect(inbox.rows.first().getByRole("heading")).toHaveText("Over 15 min 3");
  await page.getByRole("button", { name: "Oldest first" }).click();
  await expect(page).toHaveURL(/\?waiting=0&sort=activity$/);
  await expect.poll(() => inbox.names()).toEqual(names.toReversed());
  await expect(inbox.rows.getByRole("heading")).toHaveCount(0);
});

test("under the pointer no row moves: what is new waits behind a pill", async ({ page, inbox }) => {
  await inbox.openWith(three);
  const rows = names.toReversed();
  expect(await inbox.names()).toEqual(rows);
  await inbox.row("Ravi Example").hover();
  const place = await inbox.row("Ravi Example").boundingBox();
  await inbox.send([{ name: "Kavya Example" }]);
  const pill = page.getByRole("button", { name: "1 new", exact: true });
  await expect(pill).toBeVisible();
  expect([await inbox.names(), await inbox.row("Ravi Example").boundingBox()]).toEqual([rows, place]);
  await pill.click();
  await expect.poll(() => inbox.names()).toEqual(["Kavya Example", ...rows]);
  await expect(pill).toBeHidden();
  await inbox.send([{ name: "Farid Example" }]);
  await expect(pill).toBeVisible();
  await page.mouse.move(0, 0);
  await expect.poll(() => inbox.names()).toEqual(["Farid Example", "Kavya Example", ...rows]);
});

test("a notice that loads during a press waits with its place, so that the press meets what it began on", async ({
  page,
  inbox,
}) => {
  await inbox.openWith(three);
  let load = () => {};
  const loaded = new Promise<void>((resolve) => (load = resolve));
  await page.route("**/api/backups", async (route) => {
    const state = await (await route.fetch()).json();
    await loaded;
    const store = { checkedAt: null, problems: [], unwatched: "the file cannot be read" };
    await route.fulfill({ json: { ...state, store } });
  });
  await page.reload();
  const row = inbox.row("Ravi Example");
  await row.hover();
  await expect(page.locator(".channel-banners")).toBeAttached();
  const top = async () => (await row.boundingBox())?.y ?? 0;
  const before = await top();
  await page.mouse.down();
  load();
  await expect(page.getByText("the file cannot be read")).toBeAttached();
  expect(await top()).toBe(before);
  await page.mouse.up();
  await expect(inbox.panel.getByRole("heading", { name: "Ravi Example" })).toBeVisible();
  await expect.poll(top).toBeGreaterThan(before);
});

test("close and next opens the next one that waits, not one that is answered", async ({ page, inbox, server }) => {
  await inbox.openWith(three);
  const { id, version } = await inbox.known("Ravi Example");
  await server.call("POST", "contact-inquiries/changes", { changes: [{ id, version, status: "answered" }] });
  await inbox.row("Meera Example").getByRole("link").click();
  await expect(inbox.panel).toContainText("Meera Example");
  await expect(inbox.row("Ravi Example")).toHaveAttribute("data-status", "answered");
  await page.keyboard.press("Shift+E");
  await expect(inbox.panel).toContainText("Asha Example");
});

/** The height of a row in a list without groups; on phones they are higher. */
const [rowAtDesk, rowOnPhone] = [58, 68];

test("groups by wait take no room: the first row begins as high as without them, 11 are in view, nothing is cut", async ({
  page,
  inbox,
}) => {
  await inbox.openWith(Array.from({ length: 14 }, (_, at) => ({ name: `Visitor ${at}` })));
  const groupSize = 4;
  await page.route(/contact-inquiries\?/, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as InboxPage;
    list.inquiries.forEach((row, at) => {
      const minutes = [80, 30, 10, 0][Math.floor(at / groupSize)] ?? 0;
      row.waitingSince = new Date(Date.now() - minutes * 60_000).toISOString();
    });
    // Numbers of a busy desk.
    list.waitingCount = 12_345;
    list.unreadCount = 1234;
    await route.fulfill({ response, json: list });
  });
  const headings = page.locator(".row-group");
  for (const [address, count] of [
    [inboxAddress, "12,345 inquiries · 1,234 unread"],
    [pathIn("hi", inboxAddress), `${hi.inbox.inquiries(12_345)} · ${hi.inboxList.list.unread(1234)}`],
  ] as const) {
    await page.setViewportSize({ width: 1366, height: 768 });
    await open(page, address);
    await expect(page.locator(".list-count")).toContainText(count);
    await expect(headings).toHaveCount(4);
    const desk = await measured(page, rowAtDesk);
    expect(desk.firstRow, address).toBeLessThanOrEqual(129);
    expect(desk.inView, address).toBe(11);
    expect(desk.cut, address).toEqual([]);
    await resize(page, { width: 1920, height: 1080 });
    expect((await measured(page, rowAtDesk)).cut, address).toEqual([]);
    await resize(page, { width: 360, height: 640 });
    const phone = await measured(page, rowOnPhone);
    expect(phone.firstRow, address).toBeLessThanOrEqual(163);
    expect(phone.inView, address).toBe(6);
    expect(phone.cut, address).toEqual([]);
  }
  // The page may still be asking for the list.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

/**
 * Returns where the first row begins, which ends a row's height below; how many rows are wholly in view; what is cut.
 */
async function measured(page: Page, rowHeight: number) {
  return page.evaluate((height) => {
    const rows = [...document.querySelectorAll(".inquiry-row")].map((row) => row.getBoundingClientRect().bottom);
    const bars = [...document.querySelectorAll(".team-tabs")].map((bar) => bar.getBoundingClientRect());
    const bottom = bars.find((bar) => bar.height > 0)?.top ?? innerHeight;
    const parts = document.querySelectorAll<HTMLElement>(".inbox-head > h1, .inbox-tools *, .row-group, .row-group *");
    const cut = [...parts].filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1);
    const title = document.querySelector(".inbox-head > h1")?.getBoundingClientRect();
    const count = document.querySelector(".list-count > strong")?.getBoundingClientRect();
    const covers = count !== undefined && count.width > 0 && (title?.right ?? 0) > count.left;
    return {
      firstRow: (rows[0] ?? 0) - height,
      inView: rows.filter((end) => end <= bottom).length,
      cut: [...cut.map(({ className, textContent }) => `${className} ${textContent}`), ...(covers ? ["title"] : [])],
    };
  }, rowHeight);
}
