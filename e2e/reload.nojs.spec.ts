import { expect, test } from "./bad-network.ts";
import { asha, fillInquiry } from "./public-test.ts";

test.use({ expectedErrors: /status of 502/ });

for (const [what, path, label] of [
  ["an inquiry", "/contact/message", "Send Message"],
  ["a report", "/report", "Send report"],
] as const) {
  test(`${what} that is posted again by a reload is one`, async ({ page, desk }) => {
    await page.goto(path);
    if (path === "/report") await page.getByLabel("Number, name or link").fill("@fake_example");
    else await fillInquiry(page, asha);
    // The server accepts it; its response, a redirect, is lost.
    await page.route(
      `**${path}`,
      async (route) => {
        await route.fetch({ maxRedirects: 0 });
        await route.fulfill({ status: 502, contentType: "text/html", body: "<p>Bad gateway</p>" });
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: label }).click();
    await expect(page.getByText("Bad gateway")).toBeVisible();
    expect(await desk.current().inquiries()).toHaveLength(1);
    const again = page.waitForRequest((request) => request.method() === "POST");
    await page.reload();
    await again;
    await expect(page.getByText(/Message Sent Successfully!|Report received/)).toBeVisible();
    expect(await desk.current().inquiries()).toHaveLength(1);
  });
}
