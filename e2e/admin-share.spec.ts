import { expect, expectAccessible, open, setSettings, test, three } from "./admin-test.ts";

test("an owner opens a poster that prints on one page, and copies a badge that leads to the check @slow", async ({
  page,
  admin,
  server,
}) => {
  await server.setChannels(three);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await admin.signIn();
  await setSettings(page, {});
  await open(page, "/ContactAdmin/settings?section=share");
  await expectAccessible(page);
  await expect
    .poll(() =>
      page
        .getByRole("img", { name: /^Official channels of/ })
        .evaluate((badge: HTMLImageElement) => badge.naturalWidth),
    )
    .toBe(240);
  await page.getByRole("button", { name: "Copy HTML" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const html = await page.getByLabel("HTML of the badge").textContent();
  const { origin } = new URL(page.url());
  expect(html).toMatch(
    new RegExp(
      `^<a href="${origin}/verify" hreflang="en-IN"><img src="${origin}/badge\\.svg" alt="[^"<>]+" lang="en-IN"`,
    ),
  );
  await page.getByLabel("Language of the badge").selectOption("Tamil");
  await expect(page.getByLabel("HTML of the badge")).toContainText(
    `<a href="${origin}/ta/verify" hreflang="ta-IN"><img src="${origin}/ta/badge.svg" alt="Saffron Support: அதிகாரப்பூர்வ`,
  );

  // Each file is saved under its name by its own link.
  const files = page.getByRole("listitem").filter({ has: page.locator("a[download]") });
  await expect(files).toHaveCount(3);
  for (const file of await files.all()) {
    const name = await file.locator("code").innerText();
    const saved = page.waitForEvent("download");
    await file.getByRole("link", { name: `Download ${await file.getByRole("heading").innerText()}` }).click();
    expect((await saved).suggestedFilename()).toBe(name);
  }

  await expect(page.getByRole("link", { name: /, English$/ })).toHaveCount(2);
  const opened = page.waitForEvent("popup");
  await page
    .getByRole("link", { name: /, Hindi$/ })
    .last()
    .click();
  const poster = await opened;
  await expect(poster.getByText("हम कभी आपका पासवर्ड, PIN या OTP नहीं माँगते।")).toBeVisible();
  await expectAccessible(poster);
  const pdf = (await poster.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45]\S* 84[12]/);
});
