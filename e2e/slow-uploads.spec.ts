import { connect, type Socket } from "node:net";
import type { Page } from "@playwright/test";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import { asha, expect, fillInquiry, inquiryInWords, open, test } from "./public-test.ts";
import type { FrontDesk } from "./server.ts";

const megabyte = 1024 * 1024;
const largest = 15 * megabyte;

/** Ends what a journey has opened. */
const opened: Array<() => void> = [];
test.afterEach(() => {
  for (const end of opened.splice(0)) end();
});

/** Sends files of 15 MB at this pace, as another visitor of the same network. */
function upload({ origin }: FrontDesk, bytesPerSecond: number): { end: () => void } {
  const { host, hostname, port } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const boundary = "a-boundary";
  const lines = [
    "POST /api/contact-inquiries HTTP/1.1",
    `host: ${host}`,
    `content-type: multipart/form-data; boundary=${boundary}`,
    `content-length: ${largest}`,
  ];
  const part = 'content-disposition: form-data; name="attachments"; filename="proof.pdf"';
  socket.write(`${lines.join("\r\n")}\r\n\r\n--${boundary}\r\n${part}\r\n\r\n`);
  const timer = setInterval(() => socket.write(Buffer.alloc(bytesPerSecond / 10, "%PDF-1.4\n")), 100);
  const end = () => {
    clearInterval(timer);
    socket.destroy();
  };
  opened.push(end);
  return { end };
}

/** Fast enough to be taken in time. */
const steady = 100_000;

/** Returns what sets how many bytes a second the page can send; -1 is no limit. */
async function slowLine(page: Page) {
  const session = await page.context().newCDPSession(page);
  return async (uploadThroughput: number): Promise<void> => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
    await session.send("Network.emulateNetworkConditions", conditions);
  };
}

/** Fills in the form and sends it with files of some bytes in all. */
async function sendForm(page: Page, bytes: number) {
  await open(page, "/contact/message");
  const form = page.getByRole("main");
  await fillInquiry(form, asha);
  const count = Math.ceil(bytes / (5 * megabyte));
  const files = Array.from({ length: count }, (_, at) => ({
    name: `proof-${at + 1}.pdf`,
    mimeType: "application/pdf",
    buffer: Buffer.alloc(bytes / count, "%PDF-1.4\n%%EOF\n"),
  }));
  await form.getByLabel("Screenshots (optional)").setInputFiles(files);
  await expect(form.getByRole("button", { name: /^Remove/ })).toHaveCount(count);
  await form.getByRole("button", { name: "Send Message" }).click();
  const progress = form.getByRole("progressbar", { name: "Upload" });
  return {
    form,
    progress,
    part: () => progress.evaluate((bar: HTMLProgressElement) => bar.value),
    /** Refused for now: all that was typed and chosen is still there, and is sent once by another press. */
    isBusy: async (): Promise<void> => {
      const refusal = form.locator(".refusal");
      await expect(refusal).toContainText("Too many files are coming in right now", { timeout: 60_000 });
      await expect(refusal).toContainText(/again in 30 seconds/i);
      await expect(refusal).toBeFocused();
      for (const [label, value] of inquiryInWords(asha)) await expect(form.getByLabel(label)).toHaveValue(value);
      await expect(form.getByRole("button", { name: /^Remove/ })).toHaveCount(count);
    },
    isSent: async (server: FrontDesk): Promise<void> => {
      await expect(form.getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
      const { inquiries } = await server.call<InboxPage>("GET", "contact-inquiries?limit=200");
      const [first, ...more] = inquiries;
      expect(more).toEqual([]);
      const known = await server.call<InquiryDetail>("GET", `contact-inquiries/${first?.id}`);
      expect(known.attachments).toHaveLength(count);
      await server.call("POST", "contact-inquiries/erase", { inquiries: [known] });
    },
  };
}

const metricsToken = "a-token-of-the-journeys";

/** The memory that files have reserved, in bytes. */
async function uploadMemory({ origin }: FrontDesk): Promise<number> {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/^front_desk_upload_memory_bytes (\d+)$/m.exec(await response.text())?.[1]);
}

test.use({ expectedErrors: /status of 503/, environment: { METRICS_TOKEN: metricsToken } });

test("files over a slow line that wait for others show how much is sent, and that they wait @slow", async ({
  page,
  server,
}) => {
  const three = [1, 2, 3].map(() => upload(server, steady));
  const setPace = await slowLine(page);
  await setPace(400_000);
  const { form, progress, part, isSent } = await sendForm(page, 8 * megabyte);
  await expect(progress).toBeVisible();
  await expect.poll(part).toBeGreaterThan(0);
  await expect(form.getByText("They are waiting for their turn, or the connection is slow.")).toBeVisible();
  expect(await part()).toBeLessThan(1);
  three[0]?.end();
  await isSent(server);
});

test("files that wait in vain are refused for now, and sent again with nothing lost @slow", async ({
  page,
  server,
}) => {
  test.slow();
  const three = [1, 2, 3].map(() => upload(server, steady));
  const { form, isBusy, isSent } = await sendForm(page, 4 * megabyte);
  await isBusy();
  for (const { end } of three) end();
  await form.getByRole("button", { name: "Send Message" }).click();
  await isSent(server);
});

/** Far too slow for the files of one request, of which the others are as many as its network may hold. */
const tooSlow = 10_000;

test("files over a slow line that wait in vain are refused for now, long before they are sent @slow", async ({
  page,
  server,
}) => {
  test.slow();
  const three = [1, 2, 3].map(() => upload(server, steady));
  const setPace = await slowLine(page);
  await setPace(tooSlow);
  const { form, isBusy, isSent } = await sendForm(page, 8 * megabyte);
  await isBusy();
  for (const { end } of three) end();
  await setPace(-1);
  await form.getByRole("button", { name: "Send Message" }).click();
  await isSent(server);
});

test("files over a line that is too slow while others wait are refused for now, not lost @slow", async ({
  page,
  server,
}) => {
  test.slow();
  const setPace = await slowLine(page);
  await setPace(tooSlow);
  const { form, isBusy, isSent } = await sendForm(page, largest - megabyte);
  // It has its memory before the others come, of which the last one waits.
  await expect.poll(() => uploadMemory(server)).toBeGreaterThan(0);
  const others = [1, 2, 3].map(() => upload(server, steady));
  await isBusy();
  for (const { end } of others) end();
  await setPace(-1);
  await form.getByRole("button", { name: "Send Message" }).click();
  await isSent(server);
});
