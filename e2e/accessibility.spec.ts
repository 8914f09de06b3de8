import type { Page, Route } from "@playwright/test";
import { placeholderFaults } from "./fields.ts";
import { forcedColorFaults } from "./forced-colors.ts";
import { asha, axeFindings, expect, fillInquiry, oneOfEach, open, test } from "./public-test.ts";
import type { FrontDesk } from "./server.ts";

test.use({ expectedErrors: /status of (404|422)|net::ERR_FAILED/ });

async function openForm(page: Page) {
  await open(page, "/contact");
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function send(page: Page) {
  await page.getByRole("dialog").getByRole("button", { name: "Send Message" }).click();
}

/** Sends an inquiry; returns the key of its private page. */
async function sent(page: Page): Promise<string> {
  const answer = await page.request.post("/api/contact-inquiries", { data: asha });
  const { receipt } = (await answer.json()) as { receipt: string };
  return receipt.split("=")[1] ?? "";
}

async function check(page: Page, text: string) {
  await open(page, "/verify");
  await page.getByLabel("Number, name, link or address").fill(text);
  await page.getByRole("button", { name: "Check" }).click();
}

/** Opens a page while every channel is closed. */
async function openUnattended(page: Page, path: string) {
  const flips = [Math.floor(Date.now() / 1000) + 5 * 86_400];
  const availability = { timeZone: "America/New_York", isOpen: false, flips };
  await page.route("**/api/contacts/active", (route) =>
    route.fulfill({
      json: {
        contacts: oneOfEach.map((channel, at) => ({
          _id: String(at),
          isActive: true,
          proof: "",
          ...channel,
          availability,
        })),
      },
    }),
  );
  await open(page, path);
  await expect(page.getByText(/^Closed · opens .* your time$/).first()).toBeVisible();
}

/** Leaves a submission in the offline queue; `answer` handles its next tries. */
async function waits(page: Page, answer: (route: Route) => Promise<void>) {
  await page.route("**/api/contact-inquiries", (route) => answer(route));
  await page.route("**/api/contact-inquiries", (route) => route.abort(), { times: 1 });
  await openForm(page);
  await fillInquiry(page.getByRole("dialog"), { ...asha, email: "asha@example" });
  await send(page);
  await page.getByRole("button", { name: "Send when I'm back online" }).click();
  await expect(page.getByRole("button", { name: "Don't send" })).toBeVisible();
}

/** Every state that a visitor may see, and how to reach it. */
const states: Record<string, (page: Page, server: FrontDesk) => Promise<void>> = {
  home: (page) => open(page, "/"),
  "home, waiting for the contacts": async (page) => {
    await page.route("**/api/contacts/active", () => undefined);
    await open(page, "/terms");
    await page.getByRole("banner").getByRole("link").first().click();
    await expect(page.getByText("Loading contacts...")).toBeVisible();
  },
  contact: (page) => open(page, "/contact"),
  "contact, second tab": (page) => open(page, "/contact?tab=community"),
  verify: (page) => open(page, "/verify"),
  "verify, what is official": async (page) => {
    await check(page, "@saffron_example");
    await expect(page.getByText("Yes, this is ours")).toBeVisible();
  },
  "verify, an impostor": async (page) => {
    await check(page, "@saffron_examp1e");
    await expect(page.getByText("likely an impostor")).toBeVisible();
  },
  "verify, what is not on the list": async (page) => {
    await check(page, "@somebody_else");
    await expect(page.getByText("This is not on our list")).toBeVisible();
  },
  "verify, what cannot be read": async (page) => {
    await check(page, "who are you?");
    await expect(page.getByText("We cannot read this")).toBeVisible();
  },
  "verify, what we name beside our own": async (page) => {
    await check(page, "1930");
    await expect(page.getByText("This is a public service, not ours")).toBeVisible();
  },
  "verify, what was ours, and what to use instead": async (page, server) => {
    const [channel] = await server.setChannels([{ type: "telegram", value: "@saffron_before" }]);
    const fields = { type: "telegram", value: "@saffron_since", isActive: true, proof: "" };
    await server.call("PUT", `contacts/${channel?._id}`, fields);
    await check(page, "@saffron_before");
    await expect(page.getByText("Use this instead:")).toBeVisible();
  },
  "verify, while all channels are hidden": async (page, server) => {
    await server.call("PUT", "contacts/hidden", { hidden: true });
    await check(page, "@saffron_example");
    await expect(page.getByText("We have hidden all our channels for now").last()).toBeVisible();
  },
  "verify, with an error": async (page) => {
    await check(page, " ");
    await expect(page.getByText("is required.")).toBeVisible();
  },
  report: (page) => open(page, "/report"),
  "report, with errors and a toast": async (page) => {
    await open(page, "/report");
    await page.getByLabel("Number, name or link").fill(" ");
    await page.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByText("Number, name or link is required.")).toBeVisible();
  },
  "home, with nobody there": (page) => openUnattended(page, "/"),
  "contact, with nobody there": (page) => openUnattended(page, "/contact"),
  "contact, with all that a channel offers": async (page) => {
    await open(page, "/contact");
    for (const more of await page.locator("details:not(.menu, .code)").all())
      await more.evaluate((it: HTMLDetailsElement) => (it.open = true));
  },
  terms: (page) => open(page, "/terms"),
  privacy: (page) => open(page, "/privacy"),
  "404": (page) => open(page, "/nowhere"),
  "the menu open": async (page) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, "/");
    await page.getByLabel("Menu", { exact: true }).click();
  },
  "the form in its modal": openForm,
  "the form with errors, and a toast": async (page) => {
    await openForm(page);
    await fillInquiry(page.getByRole("dialog"), { ...asha, name: " ", email: "asha@example", query: " " });
    await send(page);
    await expect(page.getByText("Message is required.")).toBeVisible();
  },
  "the form while it is sent": async (page) => {
    await page.route("**/api/contact-inquiries", () => undefined);
    await openForm(page);
    await fillInquiry(page.getByRole("dialog"), asha);
    await send(page);
    await expect(page.getByText("Sending Message...")).toBeVisible();
  },
  "the form sent, and a toast": async (page) => {
    await openForm(page);
    await fillInquiry(page.getByRole("dialog"), asha);
    await send(page);
    await expect(page.getByText("Message Sent Successfully!")).toBeVisible();
  },
  "a toast on the page": async (page) => {
    await page.route("**/api/contact-inquiries", (route) => route.abort());
    await open(page, "/contact/message");
    await fillInquiry(page, asha);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("status").getByText("Failed to submit inquiry")).toBeVisible();
  },
  "the form that can be sent later": async (page) => {
    await page.route("**/api/contact-inquiries", (route) => route.abort());
    await openForm(page);
    await fillInquiry(page.getByRole("dialog"), asha);
    await send(page);
    await expect(page.getByRole("button", { name: "Send when I'm back online" })).toBeVisible();
  },
  "a message that waits": (page) => waits(page, (route) => route.abort()),
  "a message that waited and was sent": async (page) => {
    await waits(page, (route) =>
      route.fulfill({ status: 201, json: { message: "Thank you.", reference: "ABC-DEF", receipt: "/receipt?key=a" } }),
    );
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(page.getByText("Message Sent Successfully!")).toBeVisible();
  },
  "a message that waited and was refused": async (page) => {
    await waits(page, (route) => route.continue());
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(page.getByRole("link", { name: "Correct it" })).toBeVisible();
  },
  "the form's own page with errors from the server": async (page) => {
    await page.goto("/contact/message");
    await fillInquiry(page, { ...asha, name: " ", email: "asha@example" });
    // The browser submits the form, as it does without scripts.
    await page.locator("form").evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByText("Full Name is required.")).toBeVisible();
    await page.locator("html[data-ready]").waitFor();
  },
  "the form's own page after sending": async (page) => open(page, `/contact/message?sent=${await sent(page)}`),
  "a private page, asked to erase": async (page) => {
    await open(page, `/receipt?key=${await sent(page)}`);
    await page.getByText("Erase my message").click();
    await expect(page.getByRole("button", { name: "Erase it for good" })).toBeVisible();
  },
  "a private page that is not there": (page) => open(page, "/receipt?key=made-up"),
  "a private page that was erased": (page) => open(page, "/receipt?erased"),
  "the receipt on the contact page": async (page) => {
    await openForm(page);
    await fillInquiry(page.getByRole("dialog"), asha);
    await send(page);
    await expect(page.getByText("Message Sent Successfully!")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("Your message is with us")).toBeVisible();
  },
};

test.beforeEach(async ({ page, server }) => {
  await server.call("PUT", "contacts/hidden", { hidden: false });
  await server.setChannels(oneOfEach);
  // Toasts, and the form that closes automatically, stay while axe runs.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    const soon = (run: () => void, ms = 0) => (ms < 2500 ? later(run, ms) : 0);
    // Node's types require more than a browser's timers have.
    window.setTimeout = soon as typeof window.setTimeout;
  });
});

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** States that visitors see most; `--all` adds the other ones. */
const quick = ["home", "contact", "the form with errors, and a toast", "verify, an impostor"];

for (const [state, reach] of Object.entries(states)) {
  test(`axe finds nothing: ${state}`, { tag: quick.includes(state) ? [] : "@slow" }, async ({ page, server }) => {
    await reach(page, server);
    const findings = [...(await axeFindings(page, tags)), ...(await placeholderFaults(page))];
    expect([...findings, ...(await forcedColorFaults(page))]).toEqual([]);
  });
}
