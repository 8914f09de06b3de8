import type { Page } from "@playwright/test";
import { pathIn, paths } from "#contract/paths.ts";
import { expect, open, test } from "./admin-test.ts";

/** A label that a page shows, with the heading of its section. */
interface Shown {
  address: string;
  section: string;
  label: string;
}

// Its own server: revealing fields of the own settings saves them.
test.use({ environment: { LOG_LEVEL: "error" }, viewport: { width: 1366, height: 768 } });

for (const language of ["en", "hi"] as const) {
  test(`the palette finds every setting that a page shows by its label and leads to it, in ${language} @slow`, async ({
    page,
    admin,
  }) => {
    test.setTimeout(400_000);
    page.on("dialog", (dialog) => void dialog.accept());
    await admin.signIn();
    await open(page, pathIn(language, paths.settings));
    const links = page.locator(".views a[href*='section=']");
    await expect(links.first()).toBeVisible();
    const menu = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(menu.length).toBeGreaterThan(10);
    const shown: Shown[] = [];

    for (const address of [...menu, pathIn(language, paths.ownSettings), pathIn(language, paths.security)])
      for (const found of await shownAt(page, address))
        if (!shown.some(({ section, label }) => section === found.section && label === found.label)) shown.push(found);
    expect(shown.length).toBeGreaterThan(100);

    await open(page, pathIn(language, paths.reports));
    const missing: string[] = [];
    await openPalette(page);
    for (const { section, label } of shown) {
      await page.locator(".palette [role=combobox]").fill(label);
      if ((await place(page, section, label)) === -1) missing.push(`${section}: ${label}`);
    }
    expect(missing).toEqual([]);

    await page.keyboard.press("Escape");
    for (const { section, label } of shown) {
      await openPalette(page);
      await page.locator(".palette [role=combobox]").fill(label);
      await page
        .getByRole("option")
        .nth(await place(page, section, label))
        .click();
      await expect
        .poll(() => focused(page, label), { timeout: 10_000 })
        .toMatch(/^(the field|its section)$/)
        .catch(async () => missing.push(`${section}: ${label} leads to ${await focused(page, label)}`));
    }
    expect(missing).toEqual([]);
  });
}

async function openPalette(page: Page): Promise<void> {
  await expect(page.locator(".palette")).toBeHidden();
  await page.locator(".jump").click();
}

/** The place of the option that is called like this and belongs to this section; -1 without one. */
function place(page: Page, section: string, label: string): Promise<number> {
  return page.getByRole("option").evaluateAll(
    (options, [wanted = "", sectionName = ""]) =>
      options.findIndex((option) => {
        const about = option.querySelector("small")?.textContent ?? wanted;
        return option.querySelector("span")?.textContent === wanted && about.startsWith(sectionName);
      }),
    [label, section],
  );
}

/** Opens a page, reveals what choices hide, and returns every label on it. */
async function shownAt(page: Page, address: string): Promise<Shown[]> {
  await open(page, address);
  const main = page.getByRole("main");
  await expect(main.locator("h2:visible").first()).toBeVisible();
  await expect(main.locator(".spinner:visible")).toHaveCount(0);
  const found: Shown[] = [];
  const collect = async () => {
    for (const { section, label } of await labelsOn(page)) found.push({ address, section, label });
  };
  const setUp = main.locator(".settings-actions button:not(.danger-outline):visible");
  if ((await setUp.count()) === 1) await setUp.click();
  await collect();
  const tabs = main.getByRole("tab");
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).click();
    await collect();
  }
  for (const kind of ["[type=checkbox]:not(:checked, .own-places *)", "[type=radio]"]) {
    const inputs = main.locator(`input${kind}:visible`);
    for (let at = (await inputs.count()) - 1; at >= 0; at -= 1) {
      await inputs.nth(at).click();
      await collect();
    }
  }
  for (const select of await main.locator("select:visible:not(:has(option:nth-child(7)))").all()) {
    for (let at = (await select.locator("option").count()) - 1; at >= 0; at -= 1) {
      await select.selectOption({ index: at });
      await collect();
    }
  }
  return found;
}

/** The labels of controls and groups, and the headings; not those of entries in lists. */
function labelsOn(page: Page): Promise<Array<Omit<Shown, "address">>> {
  return page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll("h2, h3, legend, .field-label, .field > strong, input, select, textarea")].flatMap(
      (element) => {
        if (!element.checkVisibility() || element.closest("li, .empty-state, .site-preview") !== null) return [];
        if (element.matches("input, select, textarea") && element.closest("fieldset:has(> legend)") !== null) return [];
        // A second control of a field, and the source of the figure above it.
        if (element.matches("[type=file], [type=color], [id^=site-figureSources]")) return [];
        // It only chooses whose texts are shown.
        if (element.closest(".field:has(select[id$='-language'])") !== null) return [];
        const section = element.closest("section:has(h2)")?.querySelector("h2")?.textContent;
        const label =
          element.ariaLabel ?? (element as Partial<HTMLInputElement>).labels?.[0]?.textContent ?? element.textContent;
        return section === undefined ? [] : [{ section, label }];
      },
    ),
  );
}

/** Whether the focus is on what is called like this, or on the heading of the section that does not show it now. */
function focused(page: Page, label: string): Promise<string> {
  return page.evaluate((wanted) => {
    const element = document.activeElement;
    if (element === null || element.closest("dialog, .palette") !== null) return "the palette";
    const name = (one: Element) => one.ariaLabel ?? (one as Partial<HTMLInputElement>).labels?.[0]?.textContent;
    const legend = element.closest("fieldset:has(> legend)")?.querySelector("legend")?.textContent;
    const field = element.closest(".field")?.querySelector("strong, .field-label")?.textContent;
    if ([name(element), element.textContent, legend, field].includes(wanted)) return "the field";
    const controls = document.querySelectorAll("main :is(input, select, textarea, legend)");
    const isShown = [...controls].some((one) => one.checkVisibility() && [name(one), one.textContent].includes(wanted));
    return element.matches("h2") && !isShown ? "its section" : `${element.tagName} ${element.textContent}`;
  }, label);
}
