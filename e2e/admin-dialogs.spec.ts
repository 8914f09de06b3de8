import type { Page } from "@playwright/test";
import { paths } from "#contract/paths.ts";
import { labelFaults, placeholderFaults } from "./fields.ts";
import { forcedColorFaults } from "./forced-colors.ts";
import { axeFindings, resize } from "./public-test.ts";
import { chooseInHead, chooseInRow, makeAgent, open, three } from "./admin-test.ts";
import { expect, type Inbox, inboxAddress, test } from "./inbox-test.ts";
import type { FrontDesk } from "./server.ts";
import { targetFaults } from "./targets.ts";

const sizes = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
];

interface Given {
  page: Page;
  server: FrontDesk;
  inbox: Inbox;
}

interface Case {
  /** The id of the dialog's heading, as in the source: `src/web/admin/dialogs.test.ts` finds those without a case. */
  heading: string;
  /** Its place, if not the middle of a desktop and the bottom edge of a phone. */
  place?: "top" | "side" | "bottom";
  /** The width at which it is opened; the widest one without it. */
  at?: number;
  /** Whether the column that holds its button is gone on narrower screens. */
  losesOpener?: boolean;
  open: (given: Given) => Promise<void>;
}

async function inList({ page }: Given, item: string): Promise<void> {
  await page.locator(".inbox-head").getByLabel("More", { exact: true }).click();
  await page.locator(".inbox-head").getByRole("button", { name: item }).click();
}

async function inTags(given: Given, action: string): Promise<void> {
  await inList(given, "Manage tags");
  await given.page.getByLabel("Actions for Dialogs one").click();
  await given.page.getByRole("button", { name: action, exact: true }).click();
}

async function ofMember({ page }: Given, action: string): Promise<void> {
  await open(page, paths.team);
  await page.getByLabel("Actions: dialogs@example.com").click();
  await page.getByRole("button", { name: action, exact: true }).click();
}

const inInbox: Case[] = [
  { heading: "palette-title", place: "top", open: ({ page }) => page.locator(".jump").click() },
  {
    heading: "navigation-menu-title",
    place: "bottom",
    at: 768,
    open: ({ page }) => page.getByRole("button", { name: "Menu", exact: true }).click(),
  },
  { heading: "export-title", open: (given) => inList(given, "Export") },
  { heading: "save-view-title", open: (given) => inList(given, "Save this view") },
  { heading: "tags-title", open: (given) => inList(given, "Manage tags") },
  { heading: "merge-tag-title", open: (given) => inTags(given, "Merge into another") },
  { heading: "delete-tag-title", open: (given) => inTags(given, "Delete") },
  { heading: "alerts", open: (given) => inList(given, "Notifications and sound") },
  { heading: "blocked-title", open: (given) => inList(given, "Blocked senders") },
  { heading: "snooze-title", open: (given) => inPalette(given, "Snooze") },
  { heading: "merge-title", open: (given) => inPalette(given, "Merge another") },
  {
    heading: "block-title",
    losesOpener: true,
    async open({ page, inbox }) {
      await inbox.row("Ravi Example").getByRole("link").click();
      await page.getByRole("button", { name: "Block this sender" }).click();
    },
  },
  {
    heading: "erase-title",
    async open({ page, inbox }) {
      await inbox.row("Ravi Example").getByRole("checkbox").click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
    },
  },
  {
    heading: "inquiry-details",
    place: "side",
    at: 768,
    async open({ page, inbox }) {
      await inbox.row("Ravi Example").getByRole("link").click();
      await page.getByRole("button", { name: "Details" }).click();
    },
  },
];

async function inPalette(given: Given, command: string): Promise<void> {
  await given.inbox.row("Ravi Example").getByRole("link").click();
  await expect(given.inbox.panel).toBeFocused();
  await given.page.keyboard.press("Control+k");
  await given.page
    .getByRole("option", { name: new RegExp(`^${command}`) })
    .first()
    .click();
}

const elsewhere: Case[] = [
  {
    heading: "import-title",
    open: async ({ page }) => (await open(page, paths.channels), chooseInHead(page, "Import")),
  },
  {
    heading: "preview-title",
    async open({ page }) {
      await open(page, paths.channels);
      await page.getByRole("button", { name: "Preview", exact: true }).click();
    },
  },
  {
    heading: "schedule-title",
    async open({ page }) {
      await open(page, paths.channels);
      await chooseInRow(page, "Schedule a change", "+91 90000 00001");
    },
  },
  {
    heading: "delete-channel-title",
    async open({ page }) {
      await open(page, paths.channels);
      await chooseInRow(page, "Delete", "+91 90000 00001");
    },
  },
  {
    heading: "invite-title",
    async open({ page }) {
      await open(page, paths.team);
      await page.getByRole("button", { name: "Invite a member" }).click();
    },
  },
  { heading: "change-member-title", open: (given) => ofMember(given, "Deactivate") },
  { heading: "secure-member-title", open: (given) => ofMember(given, "End sessions") },
  {
    heading: "delete-reply-title",
    async open({ page }) {
      await open(page, paths.replies);
      await page.getByLabel("Actions for Dialogs").click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
    },
  },
];

test("every dialog of the team keeps its place, shows its head and lets its actions be reached at four widths @slow", async ({
  page,
  server,
  admin,
  inbox,
}) => {
  test.setTimeout(600_000);
  const faults: string[] = [];
  const given = { page, server, inbox };
  for (const name of ["Dialogs one", "Dialogs two"]) await server.call("POST", "tags", { name, color: "red" });
  await server.call("POST", "saved-replies", { title: "Dialogs", text: "Please wait." });
  await makeAgent(server, "dialogs@example.com");
  await server.setChannels(three);
  await inbox.openWith([
    { name: "Meera Example", phone: "+91 90000 11111" },
    { name: "Ravi Example", phone: "+91 90000 11111" },
  ]);
  for (const one of [...inInbox, ...elsewhere]) {
    await test.step(one.heading, async () => {
      const { at = 1366 } = one;
      await page.setViewportSize({ width: at, height: at === 768 ? 1024 : 768 });
      if (inInbox.includes(one)) await open(page, `${inboxAddress}?view=all`);
      await admin.settled();
      await one.open(given);
      const dialog = page.locator(`dialog[open][aria-labelledby="${one.heading}"]`);
      await expect(dialog).toBeVisible();
      await expect(dialog.locator(".spinner")).toHaveCount(0);
      for (const size of sizes.filter(({ width }) => at === 1366 || width <= at)) {
        await resize(page, size);
        const below = await targetFaults(page, size.width < 860 ? 44 : 24, `dialog[aria-labelledby="${one.heading}"]`);
        const found = [...below, ...(await faultsOf(page, one))];
        faults.push(...found.map((fault) => `${one.heading} at ${size.width} px: ${fault}`));
        if (size.width === 360) {
          const labels = await labelFaults(page, `dialog[aria-labelledby="${one.heading}"]`);
          const colors = [...(await placeholderFaults(page)), ...(await forcedColorFaults(page))];
          const findings = [...labels, ...colors, ...(await axeFindings(page))];
          faults.push(...findings.map((finding) => `${one.heading}: ${finding}`));
        }
      }
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      if (one.losesOpener !== true && (await page.evaluate(() => document.activeElement === document.body)))
        faults.push(`${one.heading}: no focus`);
      for (let more = 0; more < 2 && (await page.locator("dialog[open]").count()) > 0; more += 1)
        await page.keyboard.press("Escape");
    });
  }
  expect(faults).toEqual([]);
});

/** Returns the faults of the open dialog's place and of its actions. */
function faultsOf(page: Page, { heading, place }: Case): Promise<string[]> {
  return page.evaluate(
    ({ heading: id, place: wanted }) => {
      const dialog = document.getElementById(id)?.closest("dialog");
      if (dialog === null || dialog === undefined) return ["no dialog"];
      const faults: string[] = [];
      const { left, top, right, bottom } = dialog.getBoundingClientRect();
      const [after, below] = [innerWidth - right, innerHeight - bottom];
      if (Math.min(left, top, after, below) < -0.5) faults.push(`outside: ${left} ${top} ${after} ${below}`);
      const isSheet = innerWidth < 640 || (wanted === "bottom" && innerWidth < 860);
      if (wanted === "side" && innerWidth >= 860 ? after > 0.5 : Math.abs(left - after) > 1)
        faults.push(`not in the middle: ${left} ${after}`);
      if (wanted !== "top" && (wanted !== "side" || isSheet)) {
        if (isSheet ? Math.abs(below) > 0.5 : Math.abs(top - below) > 1) faults.push(`top ${top}, bottom ${below}`);
      }
      if (dialog.scrollWidth > dialog.clientWidth)
        faults.push(`${dialog.scrollWidth - dialog.clientWidth} px too wide`);
      if (!dialog.contains(document.activeElement)) faults.push("the focus is outside");

      const close = dialog.querySelector(".dialog-head button")?.getBoundingClientRect();
      if (close === undefined || close.top < top || close.bottom > bottom)
        faults.push("the close button is not visible");
      for (const danger of dialog.querySelectorAll(".danger, .danger-outline")) {
        const box = danger.getBoundingClientRect();
        for (const other of dialog.querySelectorAll("a, button")) {
          const next = other.getBoundingClientRect();
          const gap = Math.max(
            next.left - box.right,
            box.left - next.right,
            next.top - box.bottom,
            box.top - next.bottom,
          );
          if (other !== danger && danger.checkVisibility() && other.checkVisibility() && gap < 7.5)
            faults.push(`${danger.textContent} is ${gap} px from ${other.textContent}`);
        }
      }
      return [...new Set(faults)];
    },
    { heading, place },
  );
}
