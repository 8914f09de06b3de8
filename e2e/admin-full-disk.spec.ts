import { expectAccessible, fillSignIn } from "./admin-test.ts";
import { allInquiries, expect, inboxAddress, open, test as base } from "./inbox-test.ts";
import { asha, fillInquiry, inquiryInWords } from "./public-test.ts";
import { type FrontDesk, startServer } from "./server.ts";
import { canMountSmallDisk, mountSmallDisk, type SmallDisk } from "./small-disk.ts";

const megabyte = 1024 * 1024;
const metricsToken = "a-token-of-the-journeys";

const test = base.extend<object, { disk: SmallDisk }>({
  disk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs.
    async ({}, use) => {
      const disk = await mountSmallDisk(64);
      await use(disk);
      await disk.remove();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ disk }, use) => {
      const server = await startServer({ DATA_DIR: disk.path, METRICS_TOKEN: metricsToken }, disk.under);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

let sent = 0;

/** A visitor's message with files of some bytes in all. */
async function send({ origin }: FrontDesk, bytes: number): Promise<Response> {
  sent += 1;
  const form = new FormData();
  const words = {
    name: `Visitor ${String(sent).padStart(3, "0")}`,
    city: "Pune",
    query: `Question ${sent}, with a proof.`,
  };
  for (const [name, text] of Object.entries({ ...asha, ...words })) form.append(name, text);
  for (let left = bytes; left > 0; left -= 5 * megabyte) {
    const content = Buffer.alloc(Math.min(left, 5 * megabyte), "%PDF-1.4\n%%EOF\n");
    form.append("attachments", new Blob([content], { type: "application/pdf" }), "proof.pdf");
  }
  return fetch(`${origin}/api/contact-inquiries`, { method: "POST", body: form });
}

async function metrics({ origin }: FrontDesk) {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const text = await response.text();
  const valueOf = (sample: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`front_desk_${sample} `))
        ?.split(" ")[1],
    );
  return {
    freePart: valueOf('disk_free_bytes{place="data"}') / valueOf('disk_size_bytes{place="data"}'),
    isFull: valueOf("disk_full"),
  };
}

base.use({ expectedErrors: /status of (401|404|503)/ });

if (canMountSmallDisk)
  test("an owner learns of a filling disk before anything fails, and frees a full one in the browser @slow", async ({
    page,
    admin,
    inbox,
    browser,
    server,
    disk,
  }) => {
    test.slow();
    while (disk.free() > 21 * megabyte) expect((await send(server, 15 * megabyte)).status).toBe(201);
    while (disk.free() > 5.9 * megabyte) expect((await send(server, megabyte)).status).toBe(201);
    // What the alerts FrontDeskDiskLow and FrontDeskDiskFull ask for.
    const nearly = await metrics(server);
    expect(nearly.freePart).toBeLessThan(0.1);
    expect(nearly.isFull).toBe(0);
    await admin.signIn();
    await open(page, inboxAddress + allInquiries);
    // The server looks at its disk once a minute.
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/^The disk is nearly full: \d\.\d MB left\. /)).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 90_000 });
    expect((await send(server, 0)).status).toBe(201);
    await page.context().clearCookies();

    let last = await send(server, megabyte);
    while (last.status === 201) last = await send(server, megabyte);
    expect([last.status, last.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await metrics(server)).isFull).toBe(1);

    // A visitor loses nothing.
    const visitors = await browser.newContext({ baseURL: server.origin });
    const visitor = await visitors.newPage();
    await open(visitor, "/contact/message");
    const form = visitor.getByRole("main");
    await fillInquiry(form, asha);
    await form.getByRole("button", { name: "Send Message" }).click();
    await expect(form.locator(".refusal")).toContainText("We cannot save this right now");
    for (const [label, value] of inquiryInWords(asha)) await expect(form.getByLabel(label)).toHaveValue(value);

    // The owner signs in on the full disk. The largest inquiry is the oldest, which may not be on the first page.
    await open(page, `${inboxAddress}${allInquiries}&sort=oldest`);
    await fillSignIn(page, server.owner);
    const alarm = page.getByText(/^The disk is full\. /);
    await expect(alarm).toContainText("empty the bin");
    await expectAccessible(page);
    await inbox.row("Visitor 001").getByRole("link").click();
    await inbox.panel.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: "Open the bin" }).click();
    await page.getByRole("button", { name: "Empty the bin" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase for good" }).click();
    await expect(page.getByText("The bin is empty")).toBeVisible();
    await expect(alarm).toBeHidden();
    expect(disk.free()).toBeGreaterThan(14 * megabyte);

    await form.getByRole("button", { name: "Send Message" }).click();
    await expect(visitor.getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
    await open(page, inboxAddress + allInquiries);
    await expect(inbox.row(asha.name)).toHaveCount(1);
    expect((await metrics(server)).isFull).toBe(0);
    await visitors.close();
  });

base("an owner learns that the space for files is used up, while texts still come in @slow", async ({ page }) => {
  base.slow();
  const server = await startServer({ LIMIT_FILE_MB: "8" });
  await page.request.post(`${server.origin}/api/session`, { data: server.owner });
  await open(page, server.origin + inboxAddress);
  const bin = page.getByRole("link", { name: "Open the bin" });
  await expect(page.getByRole("heading", { name: "Nobody is waiting" })).toBeVisible();
  await expect(bin).toBeHidden();
  const responses = [await send(server, 4 * megabyte), await send(server, 5 * megabyte), await send(server, 0)];
  expect(responses.map(({ status }) => status)).toEqual([201, 422, 201]);
  // The server sums up the files each minute.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^The space for files is full\. .* text, but no files\./)).toBeVisible({
      timeout: 5000,
    });
  }).toPass({ timeout: 90_000 });
  await bin.click();
  await expect(page.getByRole("heading", { name: "Bin", exact: true })).toBeVisible();
  await server.stop();
});
