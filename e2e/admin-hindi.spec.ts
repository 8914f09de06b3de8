import { hi as visitors } from "#languages/compiled/hi.ts";
import { hi } from "#languages/compiled/team/hi.ts";
import type { Page } from "@playwright/test";
import { paths, pathIn } from "#contract/paths.ts";
import { expect, expectAccessible, open, test, three } from "./admin-test.ts";

/** Texts shown without Devanagari: names, values and codes, but no text of ours. */
const notOurs =
  /^(Saffron Exchange|(· )?Owner|Agent|Asha Example|Pune|\S+@\S*|example\.|com|youtube\.|saffronexample|(aria-label|title|alt|placeholder): (.*(\d|@|https?:\/\/).*|Telegram)|[A-Z\d]{3}-[A-Z\d]{3}|WhatsApp|Telegram|YouTube|Facebook|Instagram|LinkedIn|Hinglish|CSV|PNG|SVG|RSS|Chrome on Linux|HeadlessChrome on Linux|(YouTube )?(https?:\/\/|[\w.-]+\/)\S*|WhatsApp \+.*|Hinglish \(\d+\)|Tele-MANAS|Gambling Therapy|National Cyber Crime Reporting Portal|Chakshu, Sanchar Saathi)$/;

/** The texts and names on the page without a letter of Hindi. */
async function englishOn(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const isEnglish = (text: string) => /[a-z]{3,}/i.test(text) && !/[\u0900-\u097f]/.test(text);
    const texts = [
      ...document.querySelectorAll("body *:not(script, style, code, kbd, [lang=en], [lang=en] *)"),
    ].flatMap((element) =>
      [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? ""),
    );
    const names = ["aria-label", "title", "placeholder", "alt"].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => `${name}: ${element.getAttribute(name)}`),
    );
    return [...texts, ...names.filter((text) => isEnglish(text.replace(/^[\w-]+: /, "")))].filter(isEnglish);
  });
  return [...new Set(found)].filter((text) => !notOurs.test(text));
}

// An environment of its own starts a server of its own, without what other journeys have written.
test.use({ environment: { LOG_LEVEL: "error" }, viewport: { width: 1366, height: 768 } });

test("an owner works in Hindi: signs in, finds no English on any page, and leaves for English and back", async ({
  page,
  server,
}) => {
  test.slow();
  await server.setChannels(three);
  await open(page, pathIn("hi", paths.inbox));
  await expect(page).toHaveTitle(hi.inbox.title);
  expect(await englishOn(page)).toEqual([]);
  await page.getByLabel(hi.signIn.email).fill(server.owner.email);
  await page.getByLabel(hi.signIn.password.label).fill("not the password");
  await page.getByRole("button", { name: hi.signIn.title, exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("ईमेल पता या पासवर्ड सही नहीं है।");
  await page.getByLabel(hi.signIn.password.label).fill(server.owner.password);
  await page.getByRole("button", { name: hi.signIn.title, exact: true }).click();
  const areas = page.getByRole("navigation", { name: hi.shell.admin });
  await expect(areas.locator("[aria-current=page]")).toHaveText(hi.inbox.title);
  await expectAccessible(page);

  const team = [paths.channels, paths.history, paths.inbox, paths.replies, paths.reports, paths.team, paths.settings];
  for (const path of [...team, paths.setup, paths.auditLog, paths.security, paths.ownSettings]) {
    await open(page, pathIn("hi", path));
    await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/[\u0900-\u097f]/);
    await expect.poll(() => englishOn(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
  }

  // The server's texts about a form are in Hindi, with the form's own word for the field.
  await open(page, pathIn("hi", paths.replies));
  await page.getByRole("button", { name: hi.replies.add }).click();
  const form = page.getByRole("form", { name: hi.replies.add });
  await form.getByLabel(hi.replies.form.title).fill(" ");
  await form.getByLabel(hi.replies.form.text, { exact: true }).fill("नमस्ते {nobody}");
  await form.getByRole("button", { name: hi.forms.save }).click();
  await expect(form.getByRole("alert")).toHaveText(visitors.problems.correctFields);
  await expect(form.getByText(visitors.problems.required(hi.replies.form.title))).toBeVisible();
  expect(await englishOn(page)).toEqual([]);
  await form.getByLabel(hi.replies.form.title).clear();
  await form.getByLabel(hi.replies.form.text, { exact: true }).clear();
  await form.getByRole("button", { name: hi.forms.cancel }).click();

  // The question about unsaved text is in Hindi, and leaving leads to the page in Hindi.
  await open(page, `${pathIn("hi", paths.settings)}?section=retention`);
  await page.locator("#retention-days").fill("90");
  await areas.getByRole("link", { name: hi.shell.areas.team }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: hi.forms.unsaved.leave }).click();
  await expect(page).toHaveURL(pathIn("hi", paths.team));

  const account = page.locator("summary", { hasText: server.owner.email });
  await account.click();
  await page.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(paths.team);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team");
  await account.click();
  await page.getByRole("link", { name: "हिन्दी" }).click();
  await expect(page).toHaveURL(pathIn("hi", paths.team));
  await account.click();
  await page.getByRole("button", { name: hi.shell.signOut }).click();
  await expect(page).toHaveURL(pathIn("hi", paths.channels));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(hi.signIn.title);

  // The other languages of the public pages have no admin area.
  const menu = page.getByRole("navigation", { name: visitors.layout.main });
  await expect(menu.getByRole("link", { name: "বাংলা" })).toHaveCount(0);
  expect((await page.request.get(pathIn("bn", paths.channels))).status()).toBe(404);
});
