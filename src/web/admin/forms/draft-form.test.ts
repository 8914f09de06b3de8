import path from "node:path";
import { type Browser, chromium, expect as expectNow, type Page } from "@playwright/test";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, test } from "vitest";
import { chromiumFlags, provideChromium } from "../../../../scripts/programs/chromium.js";

// Generous, so that a busy machine fails nothing.
const expect = expectNow.configure({ timeout: 30_000 });

let browser: Browser;
let page: Page;
let script: string;

beforeAll(async () => {
  script = await builtPage();
  browser = await chromium.launch({ executablePath: await provideChromium(), args: chromiumFlags });
});
afterAll(() => browser.close());

beforeEach(async () => {
  page = await browser.newPage();
  await page.route("http://desk.test/", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><html lang=en><body></body></html>" }),
  );
  await page.goto("http://desk.test/");
  await page.addScriptTag({ content: script });
});
afterEach(() => page.close());

async function builtPage(): Promise<string> {
  const output = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "error",
    build: {
      write: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, "testing/draft-form-page.tsx"),
        output: { format: "iife" },
      },
    },
  });
  const built = [output].flat().flatMap((each) => ("output" in each ? each.output : []));
  return built.flatMap((each) => (each.type === "chunk" ? each.code : [])).join("\n");
}

/** Answers the next save; returns the request and what lets the answer through. */
async function answer(status: number, json: object) {
  let go = () => {};
  const isLetThrough = new Promise<void>((resolve) => (go = resolve));
  await page.route("http://desk.test/api/things", async (route) => {
    await isLetThrough;
    await route.fulfill({ status, json });
  });
  return { request: page.waitForRequest("http://desk.test/api/things"), go };
}

const title = () => page.getByLabel("Title");
const question = () => page.getByRole("alertdialog");

test("takes nothing while it is saved, and then focuses the refused field", async () => {
  const { go } = await answer(400, { message: "Check the fields.", errors: { text: "Too rude." } });
  await title().fill("Second");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Saving" })).toBeFocused();
  await page.keyboard.type("x");
  await expect(title()).toHaveValue("Second");
  go();
  await expect(page.getByLabel("Text")).toBeFocused();
  await expect(page.getByText("Too rude.")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText("Check the fields.");
});

test("is sent once, however often it is submitted, and again after a refusal", async () => {
  let calls = 0;
  await page.route("http://desk.test/api/things", async (route) => {
    calls += 1;
    await route.fulfill({ status: 400, json: { message: "Not today." } });
  });
  const submits = (count: number) =>
    page.evaluate((times) => {
      for (let at = 0; at < times; at += 1) document.querySelector("form")?.requestSubmit();
    }, count);
  await submits(3);
  await expect(page.getByRole("alert")).toHaveText("Not today.");
  await expect(page.getByRole("button", { name: "Saving" })).toHaveCount(0);
  expect(calls).toBe(1);
  await submits(2);
  await expect.poll(() => calls).toBe(2);
});

test("counts a value that is removed as typed", async () => {
  await page.getByRole("button", { name: "Remove the picture" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(question()).toBeVisible();
});

test("shows what a colleague has saved meanwhile, and replaces it at the next save", async () => {
  const first = await answer(412, { message: "Changed.", current: { version: 7, title: "Colleague's" } });
  await title().fill("Mine");
  await page.keyboard.press("Enter");
  expect((await first.request).headers()["if-match"]).toBe('"1"');
  first.go();
  await expect(page.getByRole("alert")).toHaveText("Theirs: Colleague's");
  await expect(title()).toHaveValue("Mine");
  const second = await answer(200, {});
  await page.keyboard.press("Enter");
  const request = await second.request;
  expect([request.headers()["if-match"], request.postDataJSON()]).toEqual(['"7"', { title: "Mine", text: "" }]);
  second.go();
  await expect(page.getByText("Closed")).toBeVisible();
});

test.each(["Escape", "Cancel", "Elsewhere"])("%s does not lose what is typed unasked", async (way) => {
  const leave = async () => {
    if (way === "Elsewhere") return page.getByRole("link").click();
    if (way === "Cancel") return page.getByRole("button", { name: "Cancel" }).click();
    await title().press("Escape");
  };
  await title().fill("Second");
  await leave();
  await question().getByRole("button", { name: "Cancel" }).click();
  await expect(title()).toHaveValue("Second");
  // What is as it was needs no question.
  await title().fill("First");
  await leave();
  await expect(question()).toHaveCount(0);
  if (way === "Elsewhere") await expect(page).toHaveURL("http://desk.test/elsewhere");
  else await expect(page.getByText("Closed")).toBeVisible();
});
