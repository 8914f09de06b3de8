import type { Browser, Page } from "@playwright/test";
import type { Settings } from "#contract/settings.ts";
import type { SiteView } from "#contract/site/site-settings.ts";
import { fillSignIn, agentPassword, expect, expectAccessible, makeAgent, open, test } from "./admin-test.ts";
import type { FrontDesk } from "./server.ts";

// A separate server: a publishing rule affects the whole site.
test.use({ environment: { LIMIT_PROOF_MINUTES: "600" } });

const mail = { host: "mail.example.com", port: 465, security: "tls", user: "", from: "desk@example.com", to: [] };

/** Opens a separate browser as another owner, signed in before anything changes. */
async function secondOwner(server: FrontDesk, browser: Browser, email: string): Promise<Page> {
  await makeAgent(server, email, "owner");
  const page = await browser.newPage({ baseURL: server.origin });
  await open(page, "/ContactAdmin");
  await fillSignIn(page, { email, password: agentPassword });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact Management");
  return page;
}

async function saveMail(server: FrontDesk, change: object) {
  const {
    version,
    mail: _mail,
    webhook,
    telegram,
    incoming,
    ...plain
  } = await server.call<Settings>("GET", "settings");
  expect([webhook, telegram, incoming]).toEqual([null, null, null]);
  const settings = { ...plain, webhook, telegram, incoming, mail: { ...mail, ...change } };
  await server.call("PUT", "settings", settings, { "if-match": `"${version}"` });
}

test("another owner sees a change that waits, stops it, says that it is seen, and takes a brief notice down", async ({
  browser,
  server,
}) => {
  const other = await secondOwner(server, browser, "second.owner@example.com");
  await server.call("PUT", "contacts/rule", { kind: "delay", minutes: 60 });
  await saveMail(server, { host: "mail.elsewhere.example" });

  await other.reload();
  // One line, however many: it never takes the place of the page.
  expect((await other.locator(".trust-strip").boundingBox())?.height).toBeLessThan(60);
  await other.getByRole("button", { name: "Show the sensitive changes" }).click();
  const waits = other.getByRole("group", { name: "Mail server or From: waits" });
  await expect(waits).toContainText("By owner@example.com");
  await expect(waits).toContainText("unless an owner stops it");
  await expectAccessible(other);
  await waits.getByRole("button", { name: "Stop: Mail server or From" }).click();
  await expect(waits).toBeHidden();
  expect((await server.call<Settings>("GET", "settings")).mail).toBeNull();
  const stopped = other.getByRole("group", { name: "Mail server or From: stopped" });
  await stopped.getByRole("button", { name: "I know about it: Mail server or From" }).click();
  await expect(stopped).toBeHidden();

  const { version, values } = await server.call<SiteView>("GET", "site");
  const text = "WhatsApp is slow until 18:30";
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const notice = { text, translations: {}, tone: "info", pages: ["home"], from: null, until };
  await server.call("PUT", "site", { values: { ...values, notices: [notice] } }, { "if-match": `"${version}"` });
  const visitor = await browser.newPage({ baseURL: server.origin });
  await visitor.goto("/");
  await expect(visitor.getByText(text)).toBeVisible();
  await other.reload();
  await other.getByRole("button", { name: `Take it down: ${text}` }).click();
  await expect(other.getByText("The notice is taken down")).toBeVisible();
  await expect(other.getByRole("group", { name: text })).toBeHidden();
  await visitor.reload();
  await expect(visitor.getByText(text)).toBeHidden();
  await Promise.all([visitor.close(), other.close()]);
});
