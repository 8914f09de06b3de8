import { expect, oneOfEach, test } from "./public-test.ts";

test.use({ expectedErrors: /status of 422/ });
test.beforeEach(({ server }) => server.setChannels(oneOfEach));

test("each outcome, without scripts", async ({ page }) => {
  await page.goto("/terms");
  await page.getByRole("contentinfo").getByRole("link", { name: "Check if it's really us" }).click();
  const field = page.getByLabel("Number, name, link or address");
  for (const [text, heading, link] of [
    ["wa.me/919000000001", "Yes, this is ours", "https://wa.me/919000000001"],
    ["+91 90000 00002", "This is not ours: likely an impostor", "https://wa.me/919000000001"],
    ["@somebody_else", "This is not on our list", undefined],
    ["who are you?", "We cannot read this", undefined],
  ] as const) {
    await field.fill(text);
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page.locator("main [aria-live]").getByRole("heading", { level: 2 })).toHaveText(heading);
    await expect(field).toHaveValue(text);
    await expect(page).toHaveURL("/verify#verdict");
    await expect(page.getByRole("heading", { level: 2, name: heading })).toBeInViewport({ ratio: 1 });
    const links = page.locator("main [aria-live] a[target]");
    if (link === undefined) await expect(links).toHaveCount(0);
    else await expect(links.first()).toHaveAttribute("href", link);
  }
  await field.fill(" ");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("Number, name, link or address is required.")).toBeVisible();
});

test("what was official, and what is hidden, says so without scripts @slow", async ({ page, server }) => {
  const [channel] = await server.setChannels([{ type: "telegram", value: "@saffron_before" }]);
  const fields = { type: "telegram", value: "@saffron_since", isActive: true, proof: "" };
  await server.call("PUT", `contacts/${channel?._id}`, fields);
  await page.goto("/verify");
  const outcome = page.locator("main [aria-live]");
  const check = async (text: string) => {
    await page.getByLabel("Number, name, link or address").fill(text);
    await page.getByRole("button", { name: "Check" }).click();
  };
  await check("t.me/saffron_before");
  await expect(outcome.getByRole("heading")).toHaveText("This used to be ours but isn't any more");
  await expect(outcome.getByText(/It was ours until \d+ \w+ \d{4}\./)).toBeVisible();
  await expect(outcome.getByRole("link", { name: "Open Telegram" })).toHaveAttribute(
    "href",
    "https://t.me/saffron_since",
  );

  await server.call("PUT", "contacts/hidden", { hidden: true });
  try {
    for (const [text, heading] of [
      ["@saffron_since", "We have hidden all our channels for now"],
      ["@saffron_before", "This used to be ours but isn't any more"],
      ["@saffron_sincc", "This is not ours: likely an impostor"],
    ] as const) {
      await check(text);
      await expect(outcome.getByRole("heading")).toHaveText(heading);
      await expect(outcome.getByRole("link")).toHaveCount(0);
    }
  } finally {
    await server.call("PUT", "contacts/hidden", { hidden: false });
  }
});

test("an impostor can be reported before anything is checked @slow", async ({ page }) => {
  await page.goto("/verify");
  await page.getByRole("link", { name: "Report an impostor" }).click();
  await expect(page).toHaveURL("/report");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report an impostor");
});

test("an impostor is reported without scripts, from the answer on", async ({ page }) => {
  await page.goto("/verify");
  await page.getByLabel("Number, name, link or address").fill("@saffron_examp1e");
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByRole("button", { name: "Report an impostor" }).click();
  await expect(page).toHaveURL("/report");
  await expect(page.getByLabel("Number, name or link")).toHaveValue("@saffron_examp1e");
  await page.getByLabel("What happened (optional)").fill("They asked for my OTP.");
  await page.getByLabel("How to reach you (optional)").fill("asha");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("must be an email address or a phone number")).toBeVisible();
  await expect(page.getByLabel("What happened (optional)")).toHaveValue("They asked for my OTP.");
  await page.getByLabel("How to reach you (optional)").fill("");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("heading", { name: "Report received" })).toBeVisible();
  await page.getByRole("link", { name: "See your message" }).click();
  await expect(page.getByText("Reported as an impostor")).toBeVisible();
});
