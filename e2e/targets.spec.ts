import type { Page } from "@playwright/test";
import { pathIn, paths } from "#contract/paths.ts";
import { publicAddresses } from "./public-addresses.ts";
import { asha, expect, oneOfEach, open, resize, test } from "./public-test.ts";
import { targetFaults } from "./targets.ts";

test.use({ expectedErrors: /status of 404/ });

/** A verdict of `/verify` of each kind: what is official, an impostor's, foreign and unreadable. */
const checked = ["@saffron_example", "@saffron_examp1e", "@somebody_else", "who are you?"];

const sizes = [
  { width: 360, height: 640, least: 44 },
  { width: 1366, height: 768, least: 24 },
];

test("on every public page, what is pressed is 44 px in size on phones and covered by nothing @slow", async ({
  page,
  server,
}) => {
  test.slow();
  await server.setChannels(oneOfEach);
  const faults: string[] = [];
  const look = async (state: string) => {
    for (const { least, ...size } of sizes) {
      await resize(page, size);
      faults.push(...(await targetFaults(page, least)).map((fault) => `${state} at ${size.width} px: ${fault}`));
    }
  };
  const { receipt } = await sent(page);
  const addresses = [...publicAddresses, "/nowhere", `/contact/message?sent=${receipt}`, `/receipt?key=${receipt}`];
  for (const address of addresses) {
    await open(page, address);
    await look(address);
  }
  for (const language of ["hi", "ta"] as const)
    for (const path of [paths.home, paths.contact, paths.verify, paths.report]) {
      await open(page, pathIn(language, path));
      await look(pathIn(language, path));
    }
  for (const text of checked) {
    await open(page, paths.verify);
    await page.getByLabel("Number, name, link or address").fill(text);
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page.locator("main h2:focus")).toBeVisible();
    await look(`/verify, ${text}`);
  }
  expect(faults).toEqual([]);
});

/** The key of the private page of an inquiry that was sent. */
async function sent(page: Page): Promise<{ receipt: string }> {
  const answer = await page.request.post("/api/contact-inquiries", { data: asha });
  const { receipt } = (await answer.json()) as { receipt: string };
  return { receipt: receipt.split("=")[1] ?? "" };
}
