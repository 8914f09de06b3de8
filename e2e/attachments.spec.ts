import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";
import { asha, fillInquiry } from "./public-test.ts";

const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

/** A picture that compresses as badly as a photo. */
async function picture(width: number, height: number, type: "png" | "jpeg") {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const image = sharp({ create: { width, height, channels: 3, background: "#f93", noise } });
  return { name: `photo.${type}`, mimeType: `image/${type}`, buffer: await image.toFormat(type).toBuffer() };
}

const filesIn = (place: Page | Locator) => place.getByLabel("Screenshots (optional)");
const pictures = (place: Page | Locator) => place.getByRole("img", { name: /^Screenshot \d/ });

/** Waits until a picture was loaded, and returns its size in pixels. */
async function sizeOf(image: Locator) {
  await image.scrollIntoViewIfNeeded();
  const size = () => image.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]);
  await expect.poll(async () => (await size())[0]).toBeGreaterThan(0);
  return size();
}

test.use({ viewport: { width: 1366, height: 768 }, isMobile: false, hasTouch: false });

test("without scripts a visitor sends a picture and a PDF, and gets a picture back @slow", async ({
  page,
  inbox,
  server,
  browser,
}) => {
  await inbox.openWith([]);
  const phone = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false, acceptDownloads: true };
  const visitors = await browser.newContext({ ...phone, baseURL: server.origin });
  const visitor = await visitors.newPage();
  await visitor.goto("/contact/message");
  await fillInquiry(visitor.getByRole("main"), asha);
  await filesIn(visitor).setInputFiles([
    await picture(400, 300, "png"),
    await picture(300, 900, "jpeg"),
    { name: "statement.pdf", mimeType: "application/pdf", buffer: pdf },
  ]);
  await visitor.getByRole("button", { name: "Send Message" }).click();
  await expect(visitor.getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
  expect(await server.inquiries()).toEqual([asha]);
  await visitor.getByRole("link", { name: "See your message" }).click();
  expect(await sizeOf(pictures(visitor).first())).toEqual([400, 300]);
  expect(await sizeOf(pictures(visitor).last())).toEqual([300, 900]);
  await expect(visitor.getByText("PDF 3")).toBeVisible();
  await expect(visitor.getByRole("link", { name: /^PDF/ })).toHaveCount(0);
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  // The team sees both, and replies with a picture.
  await inbox.row(asha.name).getByRole("link").click();
  const { panel } = inbox;
  expect(await sizeOf(pictures(panel).first())).toEqual([400, 300]);
  const download = page.waitForEvent("download");
  await panel.getByRole("link", { name: /^PDF 3/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^[2-9A-Z]{3}-[2-9A-Z]{3}-\w+\.pdf$/);
  await panel.getByLabel("Text", { exact: true }).fill("It is paid out. This is the proof.");
  const chooser = page.waitForEvent("filechooser");
  await panel.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([await picture(1000, 500, "jpeg")]);
  await expect(panel.getByText("photo.jpeg")).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  const reply = panel.getByRole("listitem").filter({ hasText: "This is the proof." });
  expect(await sizeOf(reply.getByRole("img", { name: "photo.webp" }))).toEqual([1000, 500]);

  // Its undo gives the file back, too.
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(reply).toHaveCount(0);
  await expect(panel.getByRole("button", { name: "Remove photo.jpeg" })).toBeVisible();
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  await expect(reply).toHaveCount(1);
  await expect(panel.getByRole("button", { name: "Remove photo.jpeg" })).toHaveCount(0);
  const [entry] = (await inbox.known(asha.name)).entries;
  expect(entry?.attachments).toMatchObject([{ type: "image/webp", width: 1000, height: 500 }]);

  // It leaves a quarter of a minute later.
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByText("This is the proof.")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000, intervals: [2000] });
  const back = visitor.getByRole("listitem").filter({ hasText: "This is the proof." });
  expect(await sizeOf(pictures(back))).toEqual([1000, 500]);

  // The visitor answers with a picture, which is chosen behind the clip.
  await visitor.getByLabel("Your answer").fill("Here is mine.");
  await expect(filesIn(visitor)).toBeHidden();
  await visitor.getByLabel("Add screenshots").click();
  await expect(filesIn(visitor)).toBeVisible();
  await filesIn(visitor).setInputFiles([await picture(200, 200, "png")]);
  await visitor.getByRole("button", { name: "Send", exact: true }).click();
  const answer = visitor.getByRole("listitem").filter({ hasText: "Here is mine." });
  expect(await sizeOf(pictures(answer))).toEqual([200, 200]);
  await expect(filesIn(visitor)).toBeHidden();
  expect(await sizeOf(pictures(panel.getByRole("listitem").filter({ hasText: "Here is mine." })))).toEqual([200, 200]);
  await visitors.close();
});

test("with scripts, files are checked, made small and sent once", async ({ page, inbox }) => {
  test.slow();
  await inbox.openWith([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/contact/message");
  const form = page.getByRole("main");
  await fillInquiry(form, asha);
  const photo = await picture(4000, 3000, "jpeg");
  expect(photo.buffer.length).toBeGreaterThan(2_000_000);
  await filesIn(form).setInputFiles([
    photo,
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Not a picture") },
  ]);
  await expect(form.getByText("notes.txt cannot be sent. Please choose a picture").first()).toBeVisible();
  await expect(filesIn(form)).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByRole("button", { name: /^Remove/ })).toHaveCount(1);

  // Files chosen later are added, up to three.
  const extra = { mimeType: "application/pdf", buffer: pdf };
  await filesIn(form).setInputFiles(["a.pdf", "b.pdf", "c.pdf"].map((name) => ({ name, ...extra })));
  await expect(form.getByText("You can send up to 3 files. Not added: c.pdf.").first()).toBeVisible();
  await expect(form.getByRole("button", { name: /^Remove/ })).toHaveCount(3);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Remove a.pdf" }).click();
  await expect(filesIn(form)).toBeFocused();
  await expect(filesIn(form)).not.toHaveAttribute("aria-invalid");
  await expect(form.getByRole("button", { name: /^Remove/ })).toHaveCount(2);

  // A big file that no browser makes small, and a HEIC picture, are refused at once.
  const big = { name: "big.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
  await filesIn(form).setInputFiles([big]);
  await expect(form.getByText("big.pdf is larger than 5 MB.").first()).toBeVisible();
  await filesIn(form).setInputFiles([{ name: "IMG_1.HEIC", mimeType: "image/heic", buffer: Buffer.from("ftypheic") }]);
  await expect(form.getByText("IMG_1.HEIC is a HEIC picture").first()).toBeVisible();

  // The response to the first try is lost.
  let bytes = 0;
  await page.route(
    "**/api/contact-inquiries",
    async (route) => {
      bytes = route.request().postDataBuffer()?.length ?? 0;
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(form.locator(".refusal")).toContainText("Failed to submit inquiry");
  await expect(form.locator(".refusal")).toBeFocused();
  await expect(form.getByRole("button", { name: /^Remove/ })).toHaveCount(2);
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(form.getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
  expect(bytes).toBeLessThan(photo.buffer.length / 2);
  await open(page, inboxAddress + allInquiries);
  await expect(inbox.rows).toHaveCount(1);
  expect((await inbox.known(asha.name)).attachments).toMatchObject([
    { type: "image/webp", width: 1600, height: 1200 },
    { type: "application/pdf" },
  ]);
});

test("a reload keeps the text and says that the files are gone", async ({ page }) => {
  await open(page, "/report");
  const form = page.getByRole("main");
  await form.getByLabel("What happened").fill("They asked for a deposit.");
  await filesIn(form).setInputFiles([await picture(40, 30, "png"), await picture(30, 40, "jpeg")]);
  await expect(form.getByRole("button", { name: /^Remove/ })).toHaveCount(2);
  await page.goto("/terms");
  await open(page, "/report");
  await expect(form.getByLabel("What happened")).toHaveValue("They asked for a deposit.");
  await expect(form.getByText("Please choose your 2 files again.")).toBeVisible();
  await form.getByRole("button", { name: "Clear" }).click();
  await expect(form.getByText("Please choose your 2 files again.")).toHaveCount(0);
});

test("pictures are pasted into the text and dropped onto the form", async ({ page }) => {
  await open(page, "/contact/message");
  const form = page.getByRole("main");
  await fillInquiry(form, asha);
  const text = form.getByRole("textbox", { name: "Message" });
  const { buffer } = await picture(40, 30, "png");
  const bring = (what: "paste" | "drop", copiedText?: string) =>
    text.evaluate(
      (element, { type, bytes, copied }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], `${type}.png`, { type: "image/png" }));
        if (copied !== undefined) data.setData("text/plain", copied);
        const eventOptions = { bubbles: true, cancelable: true };
        return element.dispatchEvent(
          type === "paste"
            ? new ClipboardEvent(type, { ...eventOptions, clipboardData: data })
            : new DragEvent(type, { ...eventOptions, dataTransfer: data }),
        );
      },
      { type: what, bytes: [...buffer], copied: copiedText },
    );
  // True: the browser goes on to paste the text.
  expect(await bring("paste", "Copied text")).toBe(true);
  expect(await bring("paste")).toBe(false);
  expect(await bring("drop")).toBe(false);
  await expect(form.getByRole("button", { name: "Remove paste.png" })).toHaveCount(1);
  await expect(form.getByRole("button", { name: "Remove drop.png" })).toHaveCount(1);
  // A refusal of the server stands at the field, which gets the focus.
  const refusal = { message: "Please correct the marked fields.", errors: { attachments: "No more files." } };
  const letGo = Promise.withResolvers<void>();
  await page.route("**/api/contact-inquiries", async (route) => {
    await letGo.promise;
    await route.fulfill({ status: 422, json: refusal });
  });
  await form.getByRole("button", { name: "Send Message" }).click();
  // One that is brought while the others are sent would be gone with them.
  expect(await bring("paste")).toBe(false);
  await expect(page.getByText("Your files could not be added.")).toBeVisible();
  letGo.resolve();
  await expect(form.getByText("No more files.")).toBeVisible();
  await expect(filesIn(form)).toBeFocused();
  await expect(form.getByRole("button", { name: /^Remove/ })).toHaveCount(2);
});

test("a picture that is dropped in the moment in which another is ready joins it", async ({ page }) => {
  await open(page, "/contact/message");
  const form = page.getByRole("main");
  const { buffer } = await picture(40, 30, "png");
  await form.getByRole("textbox", { name: "Message" }).evaluate(
    (text: HTMLTextAreaElement, bytes) => {
      const bring = (name: string) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
        text.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
      };
      let isSecond = false;
      text.form?.addEventListener("input", ({ target }) => {
        if (isSecond || !(target instanceof HTMLInputElement) || target.files?.length !== 1) return;
        // The page does not show the first one yet.
        isSecond = true;
        bring("second.png");
      });
      bring("first.png");
    },
    [...buffer],
  );
  await expect(form.getByRole("button", { name: "Remove second.png" })).toBeVisible();
  await expect(form.getByRole("button", { name: "Remove first.png" })).toBeVisible();
});

test("what is pasted into a reply while other pictures are made small is added after them; too many are not sent", async ({
  inbox,
}) => {
  await inbox.openWith([{ name: "Asha Example" }]);
  await inbox.row("Asha Example").getByRole("link").click();
  const { buffer } = await picture(200, 150, "jpeg");
  const text = inbox.panel.getByLabel("Text", { exact: true });
  const paste = (...lists: string[][]) =>
    text.evaluate(
      async (element, { bytes, all }) => {
        for (const names of all) {
          const data = new DataTransfer();
          for (const name of names) data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }));
          element.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
          await new Promise((resolve) => setTimeout(resolve));
        }
      },
      { bytes: [...buffer], all: lists },
    );
  await paste(["a.jpeg", "b.jpeg"], ["c.jpeg", "d.jpeg"]);
  await expect(inbox.panel.getByText("You can send up to 3 files. Not added: d.jpeg.")).toBeVisible();
  const remove = inbox.panel.getByRole("button", { name: /^Remove/ });
  await expect(remove).toHaveCount(3);
  for (const [place, name] of ["a", "b", "c"].entries())
    await expect(remove.nth(place)).toHaveAccessibleName(`Remove ${name}.jpeg`);

  // If a reply is taken back while a further one has files, none is lost: the member chooses which go.
  const send = inbox.panel.getByRole("button", { name: "Send", exact: true });
  await text.fill("These are the proofs.");
  await send.click();
  await expect(remove).toHaveCount(0);
  await expect(inbox.done).toContainText("sent.");
  await paste(["e.jpeg"]);
  await expect(remove).toHaveCount(1);
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(remove).toHaveCount(4);
  await expect(inbox.panel.getByText("A reply can have up to 3 files. Please remove some.")).toBeVisible();
  await paste(["f.jpeg"]);
  await expect(inbox.panel.getByText("Not added: f.jpeg.")).toBeVisible();
  await send.click();
  expect((await inbox.known("Asha Example")).entries).toEqual([]);
  await remove.first().click();
  await expect(inbox.panel.getByText("A reply can have up to 3 files.")).toBeHidden();
  await send.click();
  await expect(inbox.done).toContainText("sent.");
  expect((await inbox.known("Asha Example")).entries).toMatchObject([{ attachments: [{}, {}, {}] }]);
});
