import { paths } from "#contract/paths.ts";
import { expect, open, three } from "./admin-test.ts";
import { allInquiries, inboxAddress, test } from "./inbox-test.ts";
import { resize } from "./public-test.ts";
import { targetFaults } from "./targets.ts";

const sizes = [
  { width: 360, height: 640, least: 44 },
  { width: 1366, height: 768, least: 24 },
];

const { channels, history, replies, reports, team, settings, setup, auditLog, security, ownSettings } = paths;

test("on every page of the team, what is pressed is 44 px in size on phones and covered by nothing @slow", async ({
  page,
  server,
  admin,
  inbox,
}) => {
  test.setTimeout(600_000);
  await server.setChannels(three);
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }, { name: "Meera Example" }]);
  await open(page, settings);
  const links = page.locator(".views a[href*='section=']");
  await expect(links.first()).toBeVisible();
  const sections = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const pages = [channels, history, replies, reports, team, setup, auditLog, security, ownSettings, ...sections];
  const inboxes = [allInquiries, `${allInquiries}&inquiry=${inquiry?.id}`, "?view=bin"].map(
    (query) => inboxAddress + query,
  );
  const faults: string[] = [];
  for (const address of [...pages, ...inboxes]) {
    await open(page, address);
    await expect(page.getByRole("main").locator(".spinner")).toHaveCount(0);
    await admin.settled();
    for (const { least, ...size } of sizes) {
      await resize(page, size);
      faults.push(...(await targetFaults(page, least)).map((fault) => `${address} at ${size.width} px: ${fault}`));
    }
  }
  expect([...new Set(faults)]).toEqual([]);
});
