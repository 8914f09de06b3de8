import type { Locator, Page } from "@playwright/test";
import type { Accepted } from "#contract/inquiries/submission.ts";
import { asha, copiedIn, expect, fillInquiry, inquiryInWords, oneOfEach, open, test } from "./public-test.ts";

const accepted = "Thank you. Your message has reached our team, and we will get back to you soon.";
const dialog = (page: Page) => page.getByRole("dialog", { name: "Send Message" });
const opener = (page: Page) => page.getByRole("article").getByRole("link", { name: "Send Message" });
const submit = (page: Page) => dialog(page).getByRole("button", { name: /^Send(ing)? Message/ });

const receipt = (page: Page) => page.getByRole("article").filter({ hasText: "Your message is with us" });
const whatsapp = (place: Page | Locator) => place.getByRole("link", { name: "Continue in WhatsApp" });
/** The prefilled text of a WhatsApp link. */
const textOf = async (link: ReturnType<typeof whatsapp>) => {
  const url = new URL((await link.getAttribute("href")) ?? "");
  expect(url.origin + url.pathname).toBe("https://wa.me/919000000001");
  expect([...url.searchParams.keys()]).toEqual(["text"]);
  return url.searchParams.get("text");
};

test.beforeEach(({ server }) => server.setChannels(oneOfEach));

/** Opens the contact page and its form. The clock then stands still except for `page.clock`. */
async function openForm(page: Page) {
  await page.clock.install();
  await open(page, "/contact");
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect(dialog(page)).toBeHidden();
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
}

async function expectTyped(page: Page, inquiry: typeof asha) {
  for (const [label, value] of inquiryInWords(inquiry)) await expect(dialog(page).getByLabel(label)).toHaveValue(value);
}

/** Holds back the next inquiry's response until the returned function is called. */
async function holdAnswer(page: Page) {
  const letGo = Promise.withResolvers<void>();
  await page.route("**/api/contact-inquiries", async (route) => {
    await letGo.promise;
    await route.continue();
  });
  return letGo.resolve;
}

test("the form asks for the five fields, and states what the server will check", async ({ page }) => {
  await openForm(page);
  const form = dialog(page);
  await expect(form.getByRole("textbox")).toHaveCount(5);
  const limits = { "Full Name": "100", "Phone Number": "40", "Email Address": "254", City: "100" };
  for (const [label, limit] of Object.entries(limits)) {
    await expect(form.getByRole("textbox", { name: label })).toHaveAttribute("maxlength", limit);
    await expect(form.getByRole("textbox", { name: label })).toHaveAttribute("required", "");
  }
  await expect(form.getByLabel("Phone Number")).toHaveAttribute("placeholder", /^\+\d/);
  await expect(form.getByLabel("Email Address")).toHaveAttribute("type", "email");
  await expect(form.getByLabel("Message")).toHaveAttribute("rows", "4");
  await expect(form.getByLabel("Message")).toHaveAttribute("required", "");
});

test("a long message is counted, and one that is too long is neither cut nor sent", async ({ page, server }) => {
  const before = await server.inquiries();
  await openForm(page);
  await expect(dialog(page).getByText("0 of 4,000")).toBeVisible();
  await fillInquiry(dialog(page), { ...asha, query: "a".repeat(4002) });
  await expect(dialog(page).getByText("4,002 of 4,000. Your text is 2 characters too long")).toBeVisible();
  await submit(page).click();
  await expect(dialog(page).getByLabel("Message")).toBeFocused();
  await expect(dialog(page).getByLabel("Message")).toHaveValue("a".repeat(4002));
  expect(await server.inquiries()).toEqual(before);
  await dialog(page).getByLabel("Message").fill("a".repeat(4000));
  await submit(page).click();
  await expect(dialog(page).getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
});

test("a number that nobody can call is pointed at, and sent all the same @slow", async ({ page }) => {
  await openForm(page);
  await fillInquiry(dialog(page), { ...asha, phone: "12345" });
  await expect(dialog(page).getByText("This number looks too short to call.")).toBeVisible();
  await submit(page).click();
  await expect(dialog(page).getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
});

test("an email address in any script is taken @slow", async ({ page, server }) => {
  await openForm(page);
  const inquiry = { ...asha, email: "आशा@उदाहरण.भारत" };
  for (const [label, value] of inquiryInWords(inquiry)) {
    await dialog(page)
      .getByRole("textbox", { name: label })
      .pressSequentially(value.split("\n")[0] ?? "");
  }
  await submit(page).click();
  await expect(dialog(page).getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
  expect((await server.inquiries()).at(-1)?.email).toMatch(/^आशा@/);
});

test("a success that the visitor uses stays open, with its link to copy", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openForm(page);
  await fillInquiry(dialog(page), asha);
  await submit(page).click();
  await dialog(page).getByRole("button", { name: "Copy link" }).click();
  await expect(dialog(page).getByRole("status")).toHaveText("Copied");
  const link = await dialog(page).getByRole("link", { name: "See your message" }).getAttribute("href");
  expect(await copiedIn(page)).toBe(new URL(String(link), page.url()).href);
  await page.clock.runFor(10_000);
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await opener(page).click();
  await expectTyped(page, { name: "", phone: "", email: "", city: "", query: "" });
});

test("the browser checks what is required, and sends nothing without it", async ({ page, server }) => {
  const before = (await server.inquiries()).length;
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await openForm(page);
  await submit(page).click();
  await expect(dialog(page).getByLabel("Full Name")).toBeFocused();
  await expect(dialog(page).locator(".error")).toHaveText(
    ["Full Name", "Phone Number", "Email Address", "City", "Message"].map((label) => `${label} is required.`),
  );
  await fillInquiry(dialog(page), { ...asha, email: "no address" });
  await expect(dialog(page).locator(".error")).toHaveCount(0);
  await submit(page).click();
  await expect(dialog(page).getByLabel("Email Address")).toBeFocused();
  expect(sent).toEqual([]);
  expect(await server.inquiries()).toHaveLength(before);
});

test("sending: the button is disabled, the success is said, the form closes after 2.5 s and is empty after", async ({
  page,
  server,
}) => {
  const before = await server.inquiries();
  const answer = await holdAnswer(page);
  await openForm(page);
  await fillInquiry(dialog(page), asha);
  await expect(submit(page)).toHaveText("Send Message");
  // An impatient double click sends once.
  await submit(page).dblclick();
  await expect(submit(page)).toHaveText("Sending Message...");
  await expect(submit(page)).toBeDisabled();
  await expectTyped(page, asha);

  answer();
  await expect(dialog(page).getByRole("heading", { name: "Message Sent Successfully!" })).toBeFocused();
  await expect(dialog(page).getByRole("textbox")).toHaveCount(0);
  expect(await server.inquiries()).toEqual([...before, asha]);
  const shown = dialog(page).getByRole("img", { name: /^Reference: ([2-9A-Z] ){5}[2-9A-Z]$/ });
  const reference = String(await shown.textContent());
  expect(reference).toMatch(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/);

  await page.clock.runFor(2499);
  await expect(dialog(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(dialog(page)).toBeHidden();
  const received = page.getByRole("heading", { name: "Your message is with us" });
  await expect(received).toBeFocused();
  await expect(received).toBeInViewport();

  // The receipt stays on both tabs and across navigation.
  await page.getByRole("tab", { name: "Community" }).click();
  await page.getByRole("tab", { name: "Quick Contact" }).click();
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
  await page.goBack();
  await expect(receipt(page).getByText(reference)).toBeVisible();
  await expect(receipt(page).getByRole("link", { name: "See your message" })).toHaveAttribute(
    "href",
    /^\/receipt\?key=[\w-]{43}$/,
  );

  await opener(page).click();
  await expectTyped(page, { name: "", phone: "", email: "", city: "", query: "" });
  await expect(submit(page)).toHaveText("Send Message");
  await expect(submit(page)).toBeEnabled();
  await page.clock.runFor(10_000);
  await expect(dialog(page)).toBeVisible();
});

test("closing without sending keeps what was typed, and gives the focus back to the card", async ({ page, server }) => {
  const before = (await server.inquiries()).length;
  await openForm(page);
  const half = { ...asha, city: "", query: "" };
  await fillInquiry(dialog(page), half);
  const ways = [() => page.keyboard.press("Escape"), () => dialog(page).getByRole("button", { name: "Close" }).click()];
  for (const close of ways) {
    await close();
    await expect(dialog(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    // The dialog's close event follows a moment after the focus is back.
    await expect(async () => {
      await page.keyboard.press("Enter");
      await expect(dialog(page)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectTyped(page, half);
  }
  expect(await server.inquiries()).toHaveLength(before);
});

test("a form closed while it is sent arrives all the same @slow", async ({ page, server }) => {
  const before = await server.inquiries();
  const answer = await holdAnswer(page);
  await openForm(page);
  await fillInquiry(dialog(page), asha);
  await submit(page).click();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  answer();
  await expect(page.getByRole("status").getByText(accepted)).toBeVisible();
  await expect(receipt(page)).toBeVisible();
  expect(await server.inquiries()).toEqual([...before, asha]);
});

test("the private page does not move as it hydrates, and later offers no WhatsApp number that is gone", async ({
  page,
  server,
}) => {
  const sent = await page.request.post("/api/contact-inquiries", { data: asha });
  const { receipt: address }: Accepted = await sent.json();
  // Until the whole document is shown: what is parsed later may move what is painted already.
  const { promise: isShown, resolve: show } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await isShown;
    await route.fallback();
  });
  await page.goto(address, { waitUntil: "domcontentloaded" });
  const shift = await page.evaluateHandle(watchLayoutShift);
  show();
  await expect(page.locator("html[data-ready]")).toBeAttached();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  expect(await shift.evaluate((sum) => sum())).toBe(0);
  await expect(whatsapp(page)).toHaveAttribute("href", /wa\.me\/919000000001/);
  const pollAgain = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await server.call("PUT", "contacts/hidden", { hidden: true });
  try {
    await pollAgain();
    await expect(whatsapp(page)).toHaveCount(0);
  } finally {
    await server.call("PUT", "contacts/hidden", { hidden: false });
  }
  await pollAgain();
  await expect(whatsapp(page)).toHaveAttribute("href", /wa\.me\/919000000001/);
});

test("the private page shows the message and erases it, and nothing is left to see", async ({ page, server }) => {
  const before = await server.inquiries();
  await open(page, "/contact");
  await opener(page).click();
  await fillInquiry(dialog(page), asha);
  await submit(page).click();
  await expect(dialog(page).getByRole("link", { name: "See your message" })).toBeVisible();
  await page.keyboard.press("Escape");
  await receipt(page).getByRole("link", { name: "See your message" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your message");
  await expect(page.locator("html[data-ready]")).toBeAttached();
  const main = page.getByRole("main");
  await expect(main.getByRole("log", { name: "Conversation" })).toContainText("कृपया बताइए।");
  await main.getByText("What you sent").click();
  for (const [label, value] of inquiryInWords({ ...asha, query: "" }).filter(([, typed]) => typed !== "")) {
    await expect(main.getByRole("term").filter({ hasText: label })).toBeVisible();
    await expect(main.getByRole("definition").filter({ hasText: value.split("\n")[0] ?? "" })).toBeVisible();
  }
  await expect(main.getByText("Received")).toBeVisible();
  expect(await textOf(whatsapp(page))).toMatch(/^My reference is ...-...$/);
  const address = page.url();

  // Away and back: the page is requested again.
  await main.getByRole("link", { name: "See how we use your message" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
  await page.reload();
  await page.goBack();
  await expect(main.getByText("Received")).toBeVisible();
  await expect(page.locator("html[data-ready]")).toBeAttached();

  await expect(main.getByRole("button", { name: "Erase it for good" })).toBeHidden();
  await main.getByText("Erase my message").click();
  expect(await server.inquiries()).toHaveLength(before.length + 1);
  await main.getByRole("button", { name: "Erase it for good" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your message has been erased");
  expect(await server.inquiries()).toEqual(before);
  const gone = await page.request.get(address);
  expect(gone.status()).toBe(404);
  expect(await gone.text()).not.toContain(asha.name);
  await main.getByRole("link", { name: "Back to all channels" }).click();
  await expect(receipt(page)).toHaveCount(0);
});

test.describe("a form that the server refuses", () => {
  test.use({ expectedErrors: /status of (422|500|503)|net::ERR_FAILED/ });

  test("says at each field what is wrong, with the first in focus, and is sent once corrected", async ({
    page,
    server,
  }) => {
    const before = await server.inquiries();
    await openForm(page);
    // The browser accepts these; the server trims them, and validates emails more strictly.
    const wrong = { ...asha, phone: "   ", email: "asha@example", query: " \n " };
    await fillInquiry(dialog(page), wrong);
    await submit(page).click();

    await expect(dialog(page).getByLabel("Phone Number")).toBeFocused();
    const errors: Record<string, string> = {
      "Phone Number": "Phone Number is required.",
      "Email Address": "Email Address must be an address such as asha@example.com.",
      Message: "Message is required.",
    };
    for (const [label] of inquiryInWords(asha)) {
      const field = dialog(page).getByRole("textbox", { name: label });
      if (errors[label] === undefined) {
        await expect(field).not.toHaveAttribute("aria-invalid");
        await expect(field).toHaveAccessibleDescription("");
      } else {
        await expect(field).toHaveAttribute("aria-invalid", "true");
        await expect(field).toHaveAccessibleDescription(errors[label]);
        await expect(dialog(page).getByText(errors[label])).toBeVisible();
      }
    }
    await expect(dialog(page).getByRole("status")).toHaveText("Please correct the marked fields.");
    await expectTyped(page, wrong);
    expect(await server.inquiries()).toEqual(before);

    await fillInquiry(dialog(page), asha);
    await submit(page).click();
    await expect(dialog(page).getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
    expect(await server.inquiries()).toEqual([...before, asha]);
  });

  const json = (message: string) => ({ contentType: "application/problem+json", body: JSON.stringify({ message }) });
  const failures = [
    { what: "no answer", answer: undefined, says: "Failed to submit inquiry" },
    {
      what: "500 without JSON",
      answer: { status: 500, contentType: "text/html", body: "<h1>Bad</h1>" },
      says: "Failed to submit inquiry",
    },
    {
      what: "503 with a message",
      answer: { status: 503, ...json("We are busy. Try again.") },
      says: "We are busy. Try again.",
    },
  ];
  for (const { what, answer, says } of failures) {
    test(`stays open with everything typed after ${what}, and says so @slow`, async ({ page, server }) => {
      const before = await server.inquiries();
      await openForm(page);
      await page.route("**/api/contact-inquiries", (route) => (answer ? route.fulfill(answer) : route.abort()), {
        times: 1,
      });
      await fillInquiry(dialog(page), asha);
      await submit(page).click();
      await expect(dialog(page).getByRole("status")).toHaveText(says);
      // The toast disappears; its message stays on the page.
      await page.clock.runFor(3000);
      await expect(dialog(page).getByRole("status")).toHaveText("");
      await expect(dialog(page).getByText(says)).toBeVisible();
      await expectTyped(page, asha);
      // No typed text goes to WhatsApp.
      expect(await textOf(whatsapp(page))).toBe("Hello, I could not send my message on your site.");

      await expect(submit(page)).toHaveText("Send Message");
      await submit(page).click();
      await expect(dialog(page).getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
      expect(await server.inquiries()).toEqual([...before, asha]);
    });
  }
});

test("the form's own page does the same, and stays", async ({ page, server }) => {
  await page.clock.install();
  await open(page, "/contact/message");
  await page.clock.pauseAt(Date.now() + 60_000);
  await fillInquiry(page, asha);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("heading", { name: "Message Sent Successfully!" })).toBeFocused();
  await expect(page.getByRole("status").getByText(accepted)).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page.getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
  await expect(page.getByRole("main").getByText(accepted)).toBeVisible();
  await expect(page.getByRole("img", { name: /^Reference: / })).toHaveText(/^...-...$/);
  expect((await server.inquiries()).at(-1)).toEqual(asha);
});

/**
 * Watches the cumulative layout shift (https://web.dev/articles/cls) from the second frame on; returns its sum on
 * demand. Runs in the page.
 */
function watchLayoutShift(): Promise<() => Promise<number>> {
  return new Promise((resolve) => {
    const watch = () => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ("value" in entry) sum += Number(entry.value);
      }).observe({ type: "layout-shift" });
      // The entries of the last frame arrive in a task of their own.
      resolve(() => new Promise((done) => void setTimeout(() => done(sum), 100)));
    };
    requestAnimationFrame(() => requestAnimationFrame(watch));
  });
}
