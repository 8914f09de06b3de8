import type { Page } from "@playwright/test";
import PostalMime from "postal-mime";
import type { Settings } from "#contract/settings.ts";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import type { Accepted } from "#contract/inquiries/submission.ts";
import { asha, expect } from "./public-test.ts";
import { startMailServer } from "./receivers.ts";
import type { FrontDesk } from "./server.ts";

const password = "a made-up mail password";

/**
 * A visitor confirms their address on the private page, which then shows what was mailed; and gets a new link by the
 * reference alone.
 */
export async function confirmAddress(page: Page, server: FrontDesk): Promise<void> {
  const mailServer = await startMailServer(password);
  /** The emails to the visitor: the server writes to the team, too, when it likes. */
  const mails = () => mailServer.mails.filter(({ to }) => to.includes(asha.email));
  /** The text of the newest one. */
  const newest = async () => (await PostalMime.parse(mails().at(-1)?.raw ?? "")).text ?? "";
  try {
    const { version } = await server.call<Settings>("GET", "settings");
    const smtp = { host: "127.0.0.1", port: mailServer.port, security: "none", user: "desk", password };
    const settings = {
      retentionDays: 180,
      acknowledge: false,
      says: "reference",
      webhook: null,
      telegram: null,
      mail: { ...smtp, from: "desk@example.com", to: [] },
    };
    await server.call("PUT", "settings", settings, { "if-match": `"${version}"` });
    const sent = await page.request.post("/api/contact-inquiries", { data: asha });
    const { receipt, reference }: Accepted = await sent.json();
    const { inquiries } = await server.call<InboxPage>("GET", `contact-inquiries?search=${reference}`);
    const body = { id: crypto.randomUUID(), way: "email", text: "It takes a day.", status: "answered" };
    await server.call("POST", `contact-inquiries/${inquiries[0]?.id}/replies`, body, { "if-match": '"1"' });
    await expect.poll(newest, { timeout: 60_000 }).toContain("It takes a day.");

    await page.goto(receipt);
    await expect(page.getByText("We have replied by email.").first()).toBeVisible();
    await expect(page.getByText("It takes a day.")).toBeHidden();
    await page.getByRole("button", { name: "Confirm my address" }).click();
    await expect.poll(newest).toMatch(/\b\d{6}\b/);
    const code = /\b\d{6}\b/.exec(await newest())?.[0] ?? "";
    const field = page.getByLabel("Code from the email");
    await field.fill(code === "000000" ? "111111" : "000000");
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(page.getByText("This code is not right.")).toBeVisible();
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(page.getByText("You have confirmed your address")).toBeVisible();
    await expect(page.getByText("It takes a day.")).toBeVisible();

    await page.goto("/contact");
    await page.getByRole("link", { name: "Lost your link?" }).click();
    const emails = mails().length;
    await page.getByLabel("Reference").fill(reference.toLowerCase());
    await page.getByRole("button", { name: "Email me a new link" }).click();
    await expect(page.getByText("If there is a message with this reference")).toBeVisible();
    await expect.poll(() => mails().length).toBe(emails + 1);
    const link = /\S+\/receipt\?key=\S+/.exec(await newest())?.[0] ?? "";
    const { pathname, search } = new URL(link);
    await page.goto(`${pathname}${search}`);
    await expect(page.getByText("It takes a day.")).toBeVisible();
  } finally {
    await mailServer.close();
  }
}
