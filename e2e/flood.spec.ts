import { expect, form, send, test, write } from "./bad-network.ts";
import { asha, fillInquiry } from "./public-test.ts";

test.use({ environment: { LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "1" }, expectedErrors: /status of 429/ });

test("while a flood is on, the browser does the work that the server asks for, and the message goes by itself", async ({
  page,
  desk,
}) => {
  await write(page, asha);
  // Others have flooded the site.
  const others = { ...asha, name: "Others Example" };
  for (const _ of [1, 2, 3]) await page.request.post("/api/contact-inquiries", { data: others });
  const taken = (await desk.current().inquiries()).length;
  const answers: number[] = [];
  page.on("response", (answer) => {
    if (answer.request().method() === "POST") answers.push(answer.status());
  });
  await send(page);
  await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(answers).toEqual([429, 201]);
  expect(await desk.current().inquiries()).toHaveLength(taken + 1);
  expect((await desk.current().inquiries()).at(-1)).toEqual(asha);

  // The next one gets a new challenge: each proof of work counts once.
  await expect(form(page)).toBeHidden();
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  await fillInquiry(form(page), asha);
  const pdf = { name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 one") };
  await form(page).getByLabel("Screenshots (optional)").setInputFiles(pdf);
  await expect(form(page).getByRole("button", { name: "Remove a.pdf" })).toBeVisible();
  await send(page);
  await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(answers).toEqual([429, 201, 429, 201]);
  expect(await desk.current().askStore("select size from attachment")).toEqual([{ size: 12 }]);
});
