import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { type Inquiry, inquiryFields } from "#domain/inquiries/inquiry.ts";
import { type GivenChannel, test as base } from "./server.ts";

/** One channel of each type for visitors, in the team's order. */
export const oneOfEach: readonly GivenChannel[] = [
  { type: "whatsapp", value: "+91 90000 00001", proof: "Deposits, withdrawals, anything else" },
  { type: "telegram", value: "https://t.me/saffron_example", proof: "Match notes every morning" },
  { type: "phone", value: "1800 000 0000" },
  { type: "instagram", value: "@saffron.example" },
  { type: "facebook", value: "https://www.facebook.com/saffron.example" },
  { type: "youtube", value: "https://www.youtube.com/@saffronexample", proof: "How-to films" },
  { type: "twitter", value: "https://x.com/saffron_example" },
  { type: "linkedin", value: "https://www.linkedin.com/company/saffron-example" },
  { type: "email", value: "team@example.com", proof: "Answers within a day" },
  { type: "website", value: "https://example.com" },
  { type: "withdrawal_proof", value: "https://example.com/withdrawals", proof: "Paid out this week" },
];

/** A made-up visitor. */
export const asha: Inquiry = {
  name: "Asha Example",
  phone: "+91 90000 00009",
  email: "asha@example.com",
  city: "जयपुर",
  // Short, so that it is no spam however often journeys send it to one server within an hour.
  query: "How long does it take?\nकृपया बताइए।",
};

const fieldLabels = {
  name: "Full Name",
  phone: "Phone Number",
  email: "Email Address",
  city: "City",
  query: "Message",
};

/** Label and value of each field of an inquiry. */
export function inquiryInWords(inquiry: Inquiry): Array<[label: string, value: string]> {
  return inquiryFields.map((field) => [fieldLabels[field], inquiry[field]]);
}

export async function fillInquiry(form: Page | Locator, inquiry: Inquiry): Promise<void> {
  for (const [label, value] of inquiryInWords(inquiry)) await form.getByRole("textbox", { name: label }).fill(value);
}

/** Opens an address and waits for hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("html[data-ready]")).toBeAttached();
}

/** Sets the window's size and waits until the page has followed it, also what a script decides by a media query. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Colour schemes to check: both with `--all`, otherwise dark on a phone and light on a desktop. */
function colorSchemes(page: Page): ReadonlyArray<"light" | "dark"> {
  if (process.env["TEST_ALL"] === "1") return ["light", "dark"];
  return [(page.viewportSize()?.width ?? 0) < 600 ? "dark" : "light"];
}

/**
 * Returns the findings of axe on a page, in each colour scheme: by its rules of these tags, or by all that are on by
 * default.
 */
export async function axeFindings(page: Page, tags?: string[]): Promise<string[]> {
  const findings: string[] = [];
  for (const [at, colorScheme] of colorSchemes(page).entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Legacy mode, since each run would otherwise open a second page, which takes longer than the run.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // The other rules see no colours.
    if (at > 0) axe.withRules(["color-contrast", "link-in-text-block"]);
    else if (tags !== undefined) axe.withTags(tags);
    const { violations, passes } = await axe.analyze();
    if (at === 0 && passes.length <= 15) findings.push(`only ${passes.length} rules applied`);
    for (const { id, nodes } of violations)
      findings.push(
        `${colorScheme}: ${id} at ${nodes.map(({ html, target }) => `${target.join(" ")} ${html}`).join()}`,
      );
  }
  return findings;
}

/** The clipboard, read by a page of this origin without our policy, which forbids reading it. */
export async function copiedIn(page: Page): Promise<string> {
  const reader = await page.context().newPage();
  await reader.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await reader.goto(new URL("/", page.url()).href);
  const text = await reader.evaluate(() => navigator.clipboard.readText());
  await reader.close();
  return text;
}

/** Navigation of this viewport: a phone's bottom tab bar, or a desktop's top navigation. */
export function navigation(page: Page, isMobile: boolean): Locator {
  return page.getByRole("navigation", { name: isMobile ? "Pages" : "Main" });
}

/**
 * The test of every journey: no console errors (React reports mismatches there), no exceptions, no violations of the
 * Content Security Policy. A test that provokes an error lists it in `expectedErrors`.
 */
export const test = base.extend<{ expectedErrors: RegExp | undefined; quietConsole: void }>({
  expectedErrors: [undefined, { option: true }],
  quietConsole: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      context.on("weberror", (error) => errors.push(String(error.error())));
      await context.addInitScript(() => {
        addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
          console.error(`the policy stopped ${blockedURI} (${effectiveDirective})`),
        );
      });
      await use();
      expect(errors.filter((text) => expectedErrors?.test(text) !== true)).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";
