import type { Page } from "@playwright/test";
import { expect, oneOfEach, open, test } from "./public-test.ts";

/** Tries what the headers forbid in a browser that obeys them. */
test.describe("the policy stops", () => {
  test.use({ expectedErrors: /the policy stopped|Content Security Policy|Trusted|TrustedHTML/ });

  /** The directives that were violated while `act` ran in the page. */
  async function stoppedBy(page: Page, act: () => unknown): Promise<string[]> {
    await page.evaluate(() => {
      const stopped: string[] = (window.stopped = []);
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => stopped.push(effectiveDirective));
    });
    await page.evaluate(act).catch(() => undefined);
    await expect.poll(() => page.evaluate(() => window.stopped)).not.toEqual([]);
    return page.evaluate(() => window.stopped ?? []);
  }

  test.beforeEach(({ page }) => open(page, "/"));

  test("markup made from text", async ({ page }) => {
    expect(await stoppedBy(page, () => (document.body.innerHTML = "<b>x</b>"))).toEqual(["require-trusted-types-for"]);
  });

  test("a script's address made from text", async ({ page }) => {
    const act = () => (document.createElement("script").src = "/assets/x.js");
    expect(await stoppedBy(page, act)).toEqual(["require-trusted-types-for"]);
  });

  test("text that is run", async ({ page }) => {
    const act = () => Reflect.apply(setTimeout, window, ["window.stopped.push('it ran')"]);
    expect(await stoppedBy(page, act)).toEqual(["require-trusted-types-for"]);
  });

  test("a policy of another's, and the loader's a second time", async ({ page }) => {
    const second = () => window.trustedTypes?.createPolicy("loader");
    expect(await stoppedBy(page, second)).toEqual(["trusted-types"]);
    const other = () => window.trustedTypes?.createPolicy("other");
    expect(await stoppedBy(page, other)).toEqual(["trusted-types"]);
  });

  test("a handler and a style in an attribute", async ({ page }) => {
    const style = () => document.body.setAttribute("style", "color: red");
    expect(await stoppedBy(page, style)).toEqual(["style-src-attr"]);
    const handler = () => {
      document.body.setAttribute("onclick", "window.stopped.push('it ran')");
      document.body.click();
    };
    expect(await stoppedBy(page, handler)).toContain("require-trusted-types-for");
  });

  test("a form, a picture and a call to another site", async ({ page }) => {
    const picture = () => (new Image().src = "https://elsewhere.example/x.png");
    expect(await stoppedBy(page, picture)).toEqual(["img-src"]);
    const call = () => fetch("https://elsewhere.example/");
    expect(await stoppedBy(page, call)).toEqual(["connect-src"]);
    const form = () => {
      const element = document.createElement("form");
      element.action = "https://elsewhere.example/";
      document.body.append(element);
      element.submit();
    };
    expect(await stoppedBy(page, form)).toEqual(["form-action"]);
  });
});

test.describe("with Integrity-Policy, which the site does not send because WebKit misreads it", () => {
  test.use({ expectedErrors: /\?other/ });

  for (const path of ["/", "/contact?tab=community", "/contact/message", "/verify", "/privacy", "/hi"]) {
    test(`every script of ${path} runs, and one without integrity does not`, async ({ page }) => {
      await page.route("**/*", async (route) => {
        if (route.request().resourceType() !== "document") return route.continue();
        const response = await route.fetch();
        const headers = { ...response.headers(), "integrity-policy": "blocked-destinations=(script)" };
        await route.fulfill({ response, headers });
      });
      await open(page, path);
      const script = await page.evaluate(() => document.querySelector<HTMLScriptElement>("script[type=module]")?.src);
      const load = `import("${script}?other").then(() => "loaded", () => "stopped")`;
      expect(await page.evaluate(load)).toBe("stopped");
      await page.unrouteAll({ behavior: "wait" });
    });
  }
});

test("a page may use what it needs of the browser, and nothing else", async ({ page }) => {
  await page.goto("/");
  const allowed = await page.evaluate(() => document.featurePolicy?.allowedFeatures() ?? []);
  // Except the hints of `Accept-CH`, which this site never requests.
  expect(allowed.filter((feature) => !feature.startsWith("ch-")).toSorted()).toEqual([
    "clipboard-write",
    "publickey-credentials-create",
    "publickey-credentials-get",
  ]);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
});

test.describe("a page in a frame", () => {
  test.use({ expectedErrors: /frame-ancestors|X-Frame-Options/ });

  test("of another page is not shown", async ({ page, server }) => {
    await page.route("http://elsewhere.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${server.origin}/contact"></iframe>` }),
    );
    await page.goto("http://elsewhere.example/");
    await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
  });
});

test.describe("a file that is not what was built", () => {
  test.use({ expectedErrors: /integrity|Failed to fetch dynamically imported module/ });

  async function changeScripts(page: Page, pattern: RegExp) {
    await page.route(pattern, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n;window.stopped=["it ran"]` });
    });
  }

  for (const file of [/entry-client-.*js/, /channels-.*js/]) {
    test(`is not run: ${file.source}`, async ({ page, server }) => {
      await server.setChannels(oneOfEach);
      await changeScripts(page, file);
      const refused = page.waitForEvent("console", (message) => message.text().includes("integrity"));
      await page.goto("/");
      await refused;
      await expect(page.getByRole("link", { name: "Connect Now" })).toBeVisible();
      await expect(page.locator("html")).not.toHaveAttribute("data-ready");
      expect(await page.evaluate(() => window.stopped)).toBeUndefined();
    });
  }

  test("is not run where a page is imported later: its document comes instead", async ({ page }) => {
    await open(page, "/");
    await changeScripts(page, /pages-.*js/);
    await page.evaluate(() => (window.stopped = []));
    await page.locator("footer, main").getByRole("link", { name: "Terms" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
    // A new document, which has not run it either.
    expect(await page.evaluate(() => window.stopped)).toBeUndefined();
    await page.unrouteAll({ behavior: "wait" });
  });
});
