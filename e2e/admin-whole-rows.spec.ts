import type { Page } from "@playwright/test";
import { three } from "./admin-test.ts";
import { allInquiries, expect, inboxAddress, open, test } from "./inbox-test.ts";

/** Lists of the admin area, and the rows of each that lead somewhere by a button; those with a link are found. */
const lists: ReadonlyArray<readonly [address: string, rows?: string]> = [
  ["/ContactAdmin", ".team-channel-row > .team-channel-line"],
  ["/ContactAdmin/replies", ".reply-row"],
  ["/ContactAdmin/team"],
  ["/ContactAdmin/audit-log", ".audit-entry:has(.disclosure)"],
  ["/ContactAdmin/reports", ".report-totals > div:has(a)"],
  [`${inboxAddress}?view=bin`],
  [inboxAddress + allInquiries],
  ["/ContactAdmin/setup", ".setup-steps > li > h2"],
];

/** The rows of a page, and the places in them where a press does nothing. */
async function idlePlaces(page: Page, more: string | undefined): Promise<{ rows: number; idle: string[] }> {
  return page.evaluate((selector) => {
    const pressable = "a, button, input, label, summary, [role=button]";
    const leads = [...document.querySelectorAll("main :is(li, tbody tr)")].filter(
      (row) => row.querySelector("li") === null && row.querySelectorAll('a[href^="/ContactAdmin"]').length === 1,
    );
    const rows = [...leads, ...(selector === undefined ? [] : document.querySelectorAll(`main ${selector}`))];
    const idle = rows.flatMap((row) => {
      row.scrollIntoView({ block: "center" });
      const { left, top, width, height } = row.getBoundingClientRect();
      return [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((across) =>
        [0.06, 0.5, 0.94].flatMap((down) => {
          const at = document.elementFromPoint(left + across * width, top + down * height);
          // A link of another row would lead elsewhere.
          const pressed = at?.closest(pressable) ?? null;
          return pressed === null || !row.contains(pressed)
            ? [`${row.className} ${row.textContent?.slice(0, 40)}: ${across}, ${down}`]
            : [];
        }),
      );
    });
    return { rows: rows.length, idle };
  }, more);
}

test("a row that leads somewhere is pressed as a whole, in every list", async ({ page, inbox, server }) => {
  await server.setChannels(three);
  const sent = await inbox.openWith([{ name: "Ravi" }, { name: "Asha" }, { name: "Meera" }, { name: "Dev" }]);
  const seen = sent.map(({ id, version }) => ({ id, version }));
  await server.call("POST", "contact-inquiries/erase", { inquiries: seen.slice(0, 2) });
  const { member } = await server.call<{ member: { id: string } }>("GET", "session");
  await server.call("POST", "contact-inquiries/changes", {
    changes: seen.slice(2, 3).map((inquiry) => ({ ...inquiry, assigneeId: member.id })),
  });
  await server.call("POST", "saved-replies", { title: "Payout", text: "Hello {name}, it is on its way." });
  for (const size of [
    { width: 1366, height: 768 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size);
    for (const [address, more] of lists) {
      await open(page, address);
      await expect.poll(async () => (await idlePlaces(page, more)).rows, `rows of ${address}`).toBeGreaterThan(0);
      expect((await idlePlaces(page, more)).idle, `${address} at ${size.width} px`).toEqual([]);
    }
  }
  // The area of a button is pressed, too, where a press moves buttons.
  await open(page, "/ContactAdmin");
  await page.locator(".team-channel-about").first().click({ force: true });
  await expect(page.getByRole("form", { name: "Edit contact: +91 90000 00001" })).toBeVisible();
  await open(page, "/ContactAdmin/replies");
  // A notice above the page may move the row between finding and pressing it.
  await expect(async () => {
    await page.locator(".reply-row", { hasText: "Payout" }).locator(".reply-start").click({ force: true });
    await expect(page.getByRole("form", { name: "Edit Payout" })).toBeVisible({ timeout: 2000 });
  }).toPass();
});
