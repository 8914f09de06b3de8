import { agentPassword, expect, expectAccessible, makeAgent, open, setSettings, test } from "./admin-test.ts";

const team = "/ContactAdmin/team";
const email = "turns.agent@example.com";

test("an agent takes no turns while away, the owner sees it and brings them back @slow", async ({
  page,
  browser,
  server,
}) => {
  await makeAgent(server, email);
  await page.request.post("/api/session", { data: server.owner });
  await setSettings(page, { assignsInTurn: true });
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 360, height: 740 } });
  const agent = await context.newPage();
  await agent.request.post("/api/session", { data: { email, password: agentPassword } });
  await open(agent, team);
  const own = agent.getByRole("switch", { name: "Assign new inquiries to me in turn" });
  await expect(own).toBeChecked();
  await own.press("Space");
  await expect(own).not.toBeChecked();
  await expect(agent.getByText("You are away: new inquiries go to the others")).toBeVisible();
  await expectAccessible(agent);

  await open(page, team);
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Not in rotation");
  await page.getByLabel(`Actions: ${email}`).click();
  await row.getByRole("button", { name: "Add to rotation" }).click();
  await expect(row).not.toContainText("Not in rotation");
  await expectAccessible(page);
  await open(agent, team);
  await expect(own).toBeChecked();
  await setSettings(page, { assignsInTurn: false });
  await open(agent, team);
  await expect(agent.getByRole("heading", { name: "Members" })).toBeVisible();
  await expect(own).toHaveCount(0);
  await context.close();
});
