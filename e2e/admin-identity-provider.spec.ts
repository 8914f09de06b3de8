import { once } from "node:events";
import { createServer } from "node:net";
import type { Page } from "@playwright/test";
import { providerPaths } from "#contract/further-paths.ts";
import { expect, expectAccessible, open, test } from "./admin-test.ts";
import { client, startProvider } from "./identity-provider.ts";
import { startServer } from "./server.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

const asha = { sub: "asha-1", email: "asha.rao@example.com", email_verified: true, groups: ["bosses"] };

test("a member signs in with the company's account, confirms with it, and is refused without a group @slow", async ({
  page,
  context,
}) => {
  const port = await freePort();
  // Another site than the provider's, as in production: strict cookies do not come along.
  const origin = `http://localhost:${port}`;
  const provider = await startProvider(`${origin}${providerPaths.callback}`, { asks: true });
  const logIn = (tab: Page) => tab.getByRole("button", { name: "Log in" }).click();
  const server = await startServer({
    PORT: String(port),
    PUBLIC_URL: origin,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_SCOPES: "openid email groups",
    OIDC_OWNER_GROUPS: "bosses",
  });
  try {
    const settings = `${origin}/ContactAdmin/settings?section=api-tokens`;
    await open(page, settings);
    const enter = page.getByRole("link", { name: "Sign in with your company's account" });
    await expectAccessible(page);
    provider.is({ ...asha, groups: [] });
    await enter.click();
    await logIn(page);
    await expect(page.getByRole("alert")).toContainText("in no group that has access");
    await expectAccessible(page);

    await context.clearCookies({ domain: "127.0.0.1" });
    provider.is(asha);
    await enter.press("Enter");
    await logIn(page);
    await expect(page).toHaveURL(settings);
    await expect(page.getByRole("heading", { name: "API tokens" })).toBeVisible();

    // The sign-in counts as a step-up for a while: end that.
    await server.askStore("update session set proved_at = null, proof_mac = null");
    const section = page.getByRole("region", { name: "API tokens" });
    await section.getByRole("button", { name: "Make a token" }).click();
    await section.getByRole("textbox", { name: "Name" }).fill("Dashboard");
    await section.getByRole("button", { name: "Make a token" }).click();
    const dialog = page.getByRole("dialog", { name: "Please confirm that it is you" });
    await expectAccessible(page);
    const tab = context.waitForEvent("page");
    await dialog.getByRole("link", { name: "Confirm with your company's account" }).click();
    const other = await tab;
    await logIn(other);
    await expect(other.getByRole("heading", { name: "Confirmed" })).toBeVisible();
    await expectAccessible(other);
    await other.close();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(section.getByRole("listitem")).toContainText("Dashboard");

    // The session ends: the company's account begins another one, beside the page.
    await server.askStore("delete from session");
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Team" }).click();
    // The token is shown only once.
    await page.getByRole("button", { name: "Leave without saving" }).click();
    const again = page.getByRole("dialog", { name: "Please sign in again" });
    await expectAccessible(page);
    const secondTab = context.waitForEvent("page");
    await again.getByRole("link", { name: "Sign in with your company's account" }).click();
    // The provider still knows the member.
    const second = await secondTab;
    await expect(second.getByRole("heading", { name: "Your security" })).toBeVisible();
    await second.close();
    await again.getByRole("button", { name: "Continue" }).click();
    await expect(again).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team");

    await page.goto(`${origin}/ContactAdmin/security`);
    await expect(page.getByText("You sign in with your company's account.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Change the password" })).toBeHidden();
  } finally {
    await server.stop();
    await provider.close();
  }
});
