import { afterEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";

const html = "text/html; charset=utf-8";

let test: TestApp | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

describe("an unknown address", () => {
  it.each([
    "/nowhere",
    "/contact/nowhere",
    "/index.html",
    "/.env",
    "/.vite/manifest.json",
    "/../package.json",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/%zz",
    "/%00",
    // No document's path is encoded: the router would decode it, and nothing else.
    "/c%6fntact",
    "/%68i/contact",
    "//evil.example/",
    "/404",
    "/apix",
  ])("%s gets the designed page, whatever the method", async (url) => {
    test = await createTestApp();
    for (const method of ["GET", "POST", "DELETE"] as const) {
      const body = method === "POST" ? { payload: "{", headers: { "content-type": "application/json" } } : {};
      const response = await test.app.inject({ method, url, ...body });
      expect(response.statusCode).toBe(404);
      expect(response.headers["content-type"]).toBe(html);
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(response.body).toContain("<title>Page not found: Saffron Exchange</title>");
      expect(response.body).toContain("Bowled! This\u00a0page is not here");
      expect(response.body).toContain('<meta name="robots" content="noindex"/>');
    }
  });

  it("is not included in the page", async () => {
    test = await createTestApp();
    const { body } = await test.app.inject("/%3Cscript%3Ealert(1)%3C/script%3E?q=%22%3E%3Cimg%20src=x%3E");
    expect(body).not.toMatch(/alert\(1\)|src=x/);
  });
});

describe("a page", () => {
  it.each(["/", "/contact", "/terms", "/privacy", "/ContactAdmin", "/ContactAdmin/password"])(
    "%s responds 405 with Allow to a method that changes something",
    async (url) => {
      test = await createTestApp();
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
        const response = await test.app.inject({ method, url });
        expect(response.statusCode).toBe(405);
        expect(response.headers.allow).toBe("GET, HEAD");
        expect(response.headers["content-type"]).toBe(html);
        expect(response.body).toContain("This request cannot be answered");
      }
    },
  );

  it.each(["/", "/contact", "/contact/message", "/terms", "/ContactAdmin"])(
    "%s responds to HEAD as to GET",
    async (url) => {
      test = await createTestApp();
      const get = await test.app.inject(url);
      const head = await test.app.inject({ method: "HEAD", url });
      expect(head.statusCode).toBe(200);
      expect(head.body).toBe("");
      expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
      expect(head.headers.etag).toBe(get.headers.etag);
    },
  );

  it.each([
    ["/contact/", "/contact"],
    ["/terms/?from=mail", "/terms?from=mail"],
    ["/ContactAdmin/", "/ContactAdmin"],
    ["/CONTACT?tab=community", "/contact?tab=community"],
    ["/contactadmin", "/ContactAdmin"],
    ["/ContactAdmin/inbox", "/ContactAdmin/inquiries"],
    ["/hi/ContactAdmin/Channels/?view=hidden", "/hi/ContactAdmin?view=hidden"],
  ])("with a slash at its end, in other letters or by its name, %s leads to %s", async (url, location) => {
    test = await createTestApp();
    const response = await test.app.inject(url);
    expect(response.statusCode).toBe(308);
    expect(response.headers.location).toBe(location);
  });
});

describe("a fault", () => {
  const secret = "the text of the fault";

  it.each(["/", "/contact?tab=community", "/contact/message", "/terms", "/ContactAdmin"])(
    "while %s is rendered answers the designed page, without its text",
    async (url) => {
      test = await createTestApp({
        renderer: () => ({
          render: () => {
            throw new Error(secret);
          },
        }),
      });
      const response = await test.app.inject(url);
      expect(response.statusCode).toBe(500);
      expect(response.headers["content-type"]).toBe(html);
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(response.body).toContain("<title>Something went wrong</title>");
      expect(response.body).toContain("Rain stopped play");
      expect(response.body).not.toContain(secret);
      expect(response.body).not.toMatch(/\bat .*\.tsx?:\d+/);
      // The policy of the team's addresses blocks an icon in the page.
      expect(response.body).toContain('<link rel="icon" href="/favicon.svg"/>');
      // Scripts may be the cause of the fault.
      expect(response.body).not.toContain("<script");
    },
  );

  it("is not cached: the page works once it can be rendered", async () => {
    let broken = true;
    test = await createTestApp({
      renderer: (real) => ({
        render: (url, data) => {
          if (broken) throw new Error(secret);
          return real.render(url, data);
        },
      }),
    });
    expect((await test.app.inject("/")).statusCode).toBe(500);
    expect((await test.app.inject("/terms")).statusCode).toBe(500);
    broken = false;
    expect((await test.app.inject("/")).statusCode).toBe(200);
    expect((await test.app.inject("/terms")).statusCode).toBe(200);
  });

  it("of the store affects only what needs it", async () => {
    test = await createTestApp();
    await test.store.close();
    expect((await test.app.inject(`/receipt?key=${"a".repeat(43)}`)).statusCode).toBe(500);
    // The channel list is cached after the first request.
    expect((await test.app.inject("/")).statusCode).toBe(200);
    expect((await test.app.inject("/terms")).statusCode).toBe(200);
    expect((await test.app.inject("/contact/message")).statusCode).toBe(200);
    await test.app.close();
    test = undefined;
  });

  it("of the store does not affect cached responses", async () => {
    test = await createTestApp();
    expect((await test.app.inject("/")).statusCode).toBe(200);
    await test.store.close();
    expect((await test.app.inject("/")).statusCode).toBe(200);
    await test.app.close();
    test = undefined;
  });
});
