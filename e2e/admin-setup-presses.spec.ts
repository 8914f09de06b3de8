import type { Locator, Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { expect, open, test } from "./admin-test.ts";
import { authenticatorApp } from "./authenticator.ts";
import { certificateFile, startHttpsProxy } from "./https-proxy.ts";
import { startMailServer } from "./receivers.ts";

/**
 * Counts what an owner presses from the one-time link to a site that is ready, behind a reverse proxy. A press is a
 * click, a choice, or a field that is typed. An owner needs 1.2 s for a press and 0.25 s for a character (40 words a
 * minute is 0.3 s), and reads each new screen for 3 s; what the machine takes on top is measured.
 */
const [perPress, perCharacter, perScreen] = [1.2, 0.25, 3];
const most = { presses: 45, minutes: 10 };

test.use({
  viewport: { width: 1366, height: 768 },
  ignoreHTTPSErrors: true,
  environment: {
    SITE_CONFIG: "",
    ADMIN_EMAIL: "",
    ADMIN_PASSWORD: "",
    TRUST_PROXY: "loopback",
    WEBHOOK_PRIVATE_HOSTS: "localhost",
    NODE_EXTRA_CA_CERTS: certificateFile(),
  },
});

function ownerOn(page: Page) {
  const spent = { presses: 0, characters: 0, screens: 1 };
  const main = page.getByRole("main");
  return {
    spent,
    press: async (name: string | RegExp, place: Page | Locator = main) => {
      spent.presses += 1;
      await place.getByRole("button", { name, exact: typeof name === "string" }).click();
    },
    type: async (label: string | RegExp, text: string, place: Page | Locator = main) => {
      spent.presses += 1;
      spent.characters += text.length;
      await place.getByLabel(label, { exact: typeof label === "string" }).fill(text);
    },
    choose: async (label: string, option: string) => {
      spent.presses += 1;
      await main.getByLabel(label, { exact: true }).selectOption({ label: option });
    },
    follow: async (link: Locator) => {
      spent.presses += 1;
      await link.click();
    },
    /** Waits for the step that follows, which is new to the owner. */
    reaches: async (step: string) => {
      spent.screens += 1;
      const head = main.getByRole("button", { name: new RegExp(`^${step} `) });
      await expect(head).toHaveAttribute("aria-expanded", "true", { timeout: 60_000 });
      await expect(main.locator(".button:not(.secondary, .quiet):visible")).toHaveCount(1);
    },
  };
}

test("from the one-time link to a site that is ready, in ten minutes and 45 presses @slow", async ({
  page,
  server,
}) => {
  test.setTimeout(600_000);
  const mailServer = await startMailServer("a made-up mail password");
  const proxy = await startHttpsProxy(server.origin);
  await expect.poll(() => server.output()).toContain("#new=");
  const link = /http\S+#new=\S+/.exec(server.output())?.[0] ?? "";
  const owner = ownerOn(page);
  const { spent, press, type, choose, follow, reaches } = owner;
  const begun = Date.now();

  spent.presses += 1;
  await open(page, link.replace(server.origin, proxy.origin));
  await type("Email", "owner@example.com", page);
  await type("Password", "four made-up words", page);
  await type("Repeat the password", "four made-up words", page);
  await press("Set the password", page);

  await reaches("Public address and HTTPS");
  await press(/^Use localhost:/);

  await reaches("Second factor");
  await press("Set up one-time codes");
  const secret = (await page.getByRole("region", { name: "One-time codes" }).locator("code").textContent()) ?? "";
  await type("Code from your app", authenticatorApp(secret.replaceAll(" ", ""))());
  await press("Switch on");
  spent.screens += 1;
  await press("I have saved them");

  await reaches("Names and brand");
  await type("Name on the home page", "Wicket Exchange");
  await type("Tagline of the home page", "Cricket, straight");
  await press("Save");

  await reaches("Your figures");
  await press(/^All \d+ are true$/);

  await reaches("Legal particulars");
  await type("Operator", "Wicket Sports LLP");
  await type("Postal address", "12 Example Road, Pune");
  await type("Grievance officer", "A. Kulkarni");
  await type("Email of the grievance officer", "grievance@example.com");
  await press("Save");

  await reaches("First channels");
  await choose("Type", "Email");
  await type("Value", "care@example.com");
  await press("Add a contact");

  await reaches("Email, with a test");
  await type("Server", "127.0.0.1");
  await choose("Encryption", "None (this machine only)");
  await type("Port", String(mailServer.port));
  await type("User", "care@example.com");
  await type("Password", "a made-up mail password");
  await press("Save");

  await reaches("Support address");
  await press("Send a test to care@example.com");
  const sent = () => mailServer.mails.find(({ to }) => to.includes("care@example.com"));
  await expect.poll(sent).toBeDefined();
  const { text = "" } = await PostalMime.parse(sent()?.raw ?? "");
  // Read in the mail program.
  spent.screens += 1;
  await type("Code from the email", /\b\d{6}\b/.exec(text)?.[0] ?? text);

  await reaches("A second owner");
  await type("Email", "second.owner@example.com");
  await press("Invite");

  await reaches("Backups");
  await press("Make a passphrase");
  const passphrase = await page.locator(".fresh-secret code").innerText();
  spent.screens += 1;
  await press("I have stored it");
  await type("Type the passphrase back", passphrase);
  await press("Save");

  await reaches("A first test message");
  const visitors = page.context().waitForEvent("page");
  await follow(page.getByRole("link", { name: "Write a test message" }));
  const visitor = await visitors;
  await expect(visitor.locator("html[data-ready]")).toBeAttached();
  await type(/^Phone Number/, "+91 98765 43210", visitor);
  await press("Send Message", visitor.getByRole("main"));
  await expect(visitor.getByText("Message Sent Successfully!")).toBeVisible();
  await visitor.close();

  const desks = page.context().waitForEvent("page");
  await follow(page.getByRole("link", { name: "Reply in the inbox" }));
  const desk = await desks;
  spent.screens += 2;
  await follow(
    desk
      .getByRole("main")
      .getByRole("link", { name: /^Owner/ })
      .first(),
  );
  await type("Text", "It works.", desk);
  await press("Send", desk.getByRole("main"));

  await expect(page.getByRole("heading", { name: "Your site is ready" })).toBeVisible({ timeout: 240_000 });
  const machine = (Date.now() - begun) / 1000;
  const person = spent.presses * perPress + spent.characters * perCharacter + spent.screens * perScreen;
  const description = `${JSON.stringify(spent)}, machine ${machine} s, person ${person} s`;
  test.info().annotations.push({ type: "presses", description });
  console.log(description);
  expect.soft(spent.presses).toBeLessThanOrEqual(most.presses);
  expect((machine + person) / 60).toBeLessThanOrEqual(most.minutes);
  await proxy.close();
  await mailServer.close();
});
