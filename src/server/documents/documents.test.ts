import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Hours } from "#domain/time/hours.ts";
import { paths } from "#contract/paths.ts";
import { createTestApp, type TestApp } from "../testing.ts";

const html = "text/html; charset=utf-8";
const whatsapp = { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "Deposits" } as const;
const hidden = { type: "telegram", value: "@retired_example", isActive: false, proof: "" } as const;

/** The text of the first such element. */
function textOf(element: string, document: string): string | undefined {
  return new RegExp(`<${element}[^>]*>(.*?)</${element}>`, "s").exec(document)?.[1];
}

/** The data that the document embeds for its scripts. */
function dataOf(document: string): Record<string, unknown> {
  const json = /<script id="data" type="application\/json">(.*?)<\/script>/s.exec(document)?.[1];
  return JSON.parse(json ?? "null") as Record<string, unknown>;
}

describe("the pages", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ env: { PUBLIC_URL: "https://desk.example.com" } });
    await test.services.channels.add(whatsapp);
    await test.services.channels.add(hidden);
  });
  afterAll(() => test.close());

  it.each([
    ["/", "Saffron Exchange: Premium Platform", "Premium Platform"],
    ["/contact", "Contact: Saffron Support", "Talk to our team"],
    ["/contact?tab=community", "Contact: Saffron Support", "Talk to our team"],
    ["/contact/message", "Send Message: Saffron Support", "Send Message"],
    ["/verify", "Check if it&#x27;s really us: Saffron Support", "Check if it&#x27;s really us"],
    ["/report", "Report an impostor: Saffron Support", "Report an impostor"],
    ["/terms", "Terms &amp; Conditions: Saffron Support", "Terms &amp; Conditions"],
    ["/privacy", "Privacy Policy: Saffron Support", "Privacy Policy"],
    ["/receipt?erased", "Your message: Saffron Support", "Your message has been erased"],
    ["/ContactAdmin", "Contact Management", expect.any(String)],
    ["/ContactAdmin/history", "Channel history", expect.any(String)],
    ["/ContactAdmin/inquiries", "Inbox", expect.any(String)],
    ["/ContactAdmin/history", "Channel history", expect.any(String)],
    ["/ContactAdmin/replies", "Saved replies", expect.any(String)],
    ["/ContactAdmin/team", "Team", expect.any(String)],
    ["/ContactAdmin/settings", "Settings", expect.any(String)],
    ["/ContactAdmin/audit-log", "Audit log", expect.any(String)],
    ["/ContactAdmin/security", "Your security", expect.any(String)],
    ["/ContactAdmin/your-settings", "Your settings", expect.any(String)],
    ["/ContactAdmin/password", "Set a password", expect.any(String)],
  ])("%s is rendered, with the title %s", async (url, title, heading) => {
    const response = await test.app.inject(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe(html);
    expect(response.body).toMatch(/^<!doctype html><html lang="en-IN">/);
    expect(textOf("title", response.body)).toBe(title);
    expect(response.body.match(/<h1/g)).toHaveLength(1);
    expect(textOf("h1", response.body)).toEqual(heading);
  });

  it("are all in the table", () => {
    const english = [...test.renderer.pages].filter(([, { language }]) => language === "en").map(([path]) => path);
    expect(english).toHaveLength(20);
  });

  it.each(["/", "/contact", "/contact?tab=community", "/verify", "/terms", "/privacy"])(
    "%s may be cached",
    async (url) => {
      const response = await test.app.inject(url);
      expect(response.headers["cache-control"]).toBe("public, max-age=0, s-maxage=2, must-revalidate");
      expect(response.headers.vary).toBe("Accept-Encoding");
      expect(response.headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
    },
  );

  it.each(["/contact/message", "/report", "/report?sent", "/ContactAdmin", "/ContactAdmin/password"])(
    "%s is never stored",
    async (url) => {
      const response = await test.app.inject(url);
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(response.headers.etag).toBeUndefined();
    },
  );

  it.each(["/", "/contact", "/verify", "/terms", "/privacy"])(
    "%s is found by search, under one address",
    async (url) => {
      const { body } = await test.app.inject(url);
      const address = `https://desk.example.com${url}`;
      expect(body).toContain(`<link rel="canonical" href="${address}"/>`);
      expect(body).toContain(`<meta property="og:url" content="${address}"/>`);
      expect(body).toContain('<meta property="og:image" content="https://desk.example.com/og.png"/>');
      expect(body).toMatch(/<meta name="description" content="[^"]{10,}"\/>/);
      expect(body).not.toContain("noindex");
    },
  );

  it.each(["/contact/message", "/report", "/ContactAdmin", "/ContactAdmin/password"])(
    "%s is not indexed",
    async (url) => {
      const { body } = await test.app.inject(url);
      expect(body).toContain('<meta name="robots" content="noindex"/>');
      expect(body).not.toContain("canonical");
    },
  );

  it.each(["/", "/contact"])("%s has the active contacts in its HTML, as real links", async (url) => {
    const { body } = await test.app.inject(url);
    expect(body).toContain('href="https://wa.me/919000000001"');
    expect(body).not.toContain("Loading contacts...");
    expect(body).not.toContain("retired_example");
    expect(dataOf(body).contacts).toEqual([
      { _id: expect.any(String), type: whatsapp.type, value: whatsapp.value, proof: whatsapp.proof },
    ]);
  });

  it("/contact/message has the active contacts, to say whether somebody is there", async () => {
    expect(dataOf((await test.app.inject("/contact/message")).body).contacts).toMatchObject([{ type: whatsapp.type }]);
  });

  it.each(["/terms", "/privacy", "/ContactAdmin", "/nowhere"])("%s carries no contacts", async (url) => {
    const { body } = await test.app.inject(url);
    expect(body).not.toContain("90000 00001");
    expect(dataOf(body)).not.toHaveProperty("contacts");
  });

  it("the second tab has its own address, and no other query makes another page", async () => {
    const bodies = await Promise.all(
      ["/contact", "/contact?tab=community", "/contact?tab=communit", "/contact?tab=community&x=1", "/contact?"].map(
        async (url) => (await test.app.inject(url)).body,
      ),
    );
    const [quick, community, ...others] = bodies;
    expect(community).toContain(">4.9/5<");
    expect(quick).not.toContain(">4.9/5<");
    for (const other of others) expect(other).toBe(quick);
  });

  it.each(["/", "/contact", "/contact?tab=community", "/verify", "/terms", "/privacy"])(
    "%s is the same bytes whatever a request says of itself",
    async (url) => {
      const plain = await test.app.inject(url);
      const marker = "reflected-marker";
      const response = await test.app.inject({
        url: url.includes("?") ? url : `${url}?utm_source=${marker}`,
        headers: {
          host: `${marker}.example`,
          origin: `https://${marker}.example`,
          referer: `https://${marker}.example/`,
          forwarded: `host=${marker}.example`,
          "x-forwarded-host": `${marker}.example`,
          "x-forwarded-proto": marker,
          "x-forwarded-for": marker,
          "x-original-url": `/${marker}`,
          "x-rewrite-url": `/${marker}`,
          "accept-language": marker,
          "user-agent": marker,
          cookie: `session=${marker}; __Host-session=${marker}`,
        },
      });
      expect(response.body).toBe(plain.body);
      expect(JSON.stringify(response.headers)).not.toContain(marker);
      expect(response.headers.etag).toBe(plain.headers.etag);
    },
  );

  it("gives the admin page its member, and strangers nothing", async () => {
    const cookie = await test.signIn();
    const member = await test.app.inject({ url: "/ContactAdmin", headers: { cookie } });
    expect(dataOf(member.body).member).toEqual(test.member);
    const stranger = await test.app.inject("/ContactAdmin");
    expect(dataOf(stranger.body).member).toBeNull();
    expect(stranger.body).not.toContain("owner@example.com");
  });
});

describe("a change of the channels", () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await createTestApp();
  });
  afterEach(() => test.close());

  it("is in the next response, and in its ETag", async () => {
    const before = await test.app.inject("/");
    await test.services.channels.add(whatsapp);
    const [channel] = await test.services.channels.list();
    const after = await test.app.inject({ url: "/", headers: { "if-none-match": String(before.headers.etag) } });
    expect(after.statusCode).toBe(200);
    expect(after.body).toContain("https://wa.me/919000000001");
    expect(after.headers.etag).not.toBe(before.headers.etag);
    await test.services.channels.remove(channel?._id ?? "");
    const emptied = await test.app.inject("/");
    expect(emptied.body).toBe(before.body);
    expect(emptied.headers.etag).toBe(before.headers.etag);
  });

  it.each([
    ["replaced", "PUT", { type: "whatsapp", value: "+91 90000 00002" }, "https://wa.me/919000000002"],
    ["switched on", "PATCH", { isActive: true }, "https://wa.me/919000000001"],
  ] as const)("shows immediately that a contact was %s through the API", async (_what, method, payload, link) => {
    const cookie = await test.signIn();
    await test.services.channels.add({ ...whatsapp, isActive: false });
    const [channel] = await test.services.channels.list();
    expect((await test.app.inject("/contact")).body).not.toContain("wa.me");
    await test.app.inject({ method, url: `/api/contacts/${channel?._id}`, payload, headers: { cookie } });
    expect((await test.app.inject("/contact")).body).toContain(link);
  });

  it("cannot break out of the page", async () => {
    const proof = `</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> "' &amp;`;
    await test.services.channels.add({ ...whatsapp, proof });
    const { body } = await test.app.inject("/");
    expect(body).not.toContain("<script>alert");
    expect(body).not.toContain("<img src=x");
    expect(dataOf(body).contacts).toMatchObject([{ proof }]);
  });
});

describe("a document says as of when it was made", () => {
  let test: TestApp;
  // Sunday, 17:30 in Kolkata.
  beforeEach(async () => {
    test = await createTestApp();
    const weekly = ([1, 2, 3, 4, 5, 6] as const).map((day) => ({ day, from: "09:00", to: "21:00" }));
    const hours: Hours = {
      timeZone: "Asia/Kolkata",
      weekly: [...weekly, { day: 7, from: "09:00", to: "18:00" }],
      holidays: [],
    };
    await test.services.channels.add({ ...whatsapp, hours });
    await test.services.channels.add({ ...whatsapp, type: "phone", hours });
    await test.services.channels.add({ ...whatsapp, type: "telegram", value: "@saffron_example", hours: null });
  });
  afterEach(() => test.close());

  const titles = (body: string) =>
    [...body.replace(/<dialog.*?<\/dialog>/gs, "").matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => title);
  const quick = ["WhatsApp", "Direct Call", "Send Message"];

  it("until when the team is available, or when it is back", async () => {
    // A second number, of a team in another time zone, is listed with the first and has its own state. 17:45 in
    // Kathmandu.
    const hours: Hours = { timeZone: "Asia/Kathmandu", weekly: [{ day: 7, from: "08:00", to: "20:00" }], holidays: [] };
    await test.services.channels.add({ ...whatsapp, value: "+977 9800000001", hours });
    const open = await test.app.inject("/contact");
    expect(open.body).toContain(">Online Now · until 6 pm<");
    expect(open.body).toMatch(/9779800000001.*>Online Now · until 8 pm</s);
    expect(open.body).toContain("Average response");
    expect(open.body).not.toContain("24/7 Available");
    expect(titles(open.body)).toEqual(expect.arrayContaining(quick));

    test.clock.advance({ minutes: 30 });
    const closed = await test.app.inject({ url: "/contact", headers: { "if-none-match": String(open.headers.etag) } });
    expect(closed.statusCode).toBe(200);
    expect(closed.body).not.toContain("Online Now");
    expect(closed.body).not.toContain("Average response");
    expect(closed.body).toContain(">Open now · until 8 pm<");
    expect(closed.body.match(/>Closed · opens tomorrow 9 am</g)).toHaveLength(2);
    expect(dataOf(closed.body).at).toBe(test.clock.now());

    // 6:00 on the next day.
    test.clock.advance({ hours: 12 });
    const morning = (await test.app.inject("/contact")).body;
    expect(morning.match(/>Closed · opens 9 am</g)).toHaveLength(2);

    test.clock.advance({ hours: 3 });
    expect((await test.app.inject("/contact")).body).toContain(" · until 9 pm<");
  });

  it("to write first, while nobody is available", async () => {
    const shown = (body: string) => titles(body).filter((title) => quick.includes(title ?? ""));
    expect(shown((await test.app.inject("/contact")).body)).toEqual(quick);
    expect((await test.app.inject("/")).body).not.toContain(paths.message);
    test.clock.advance({ minutes: 30 });
    const channel = (await test.app.inject("/contact")).body;
    expect(shown(channel)).toEqual(["Send Message", "WhatsApp", "Direct Call"]);
    // No response time is promised either.
    expect(channel).not.toContain("Response in");
    const home = (await test.app.inject("/")).body;
    expect(home).toMatch(/href="\/contact\/message"[^>]*>Send Message<.*data-channel="whatsapp"/s);
    // A second number that is always available has no card of its own, but answers.
    await test.services.channels.add({ ...whatsapp, type: "phone", value: "112" });
    const answered = (await test.app.inject("/contact")).body;
    expect(shown(answered)).toEqual(["Send Message", "WhatsApp", "Direct Call"]);
    expect(answered).toContain("Response in");
    expect((await test.app.inject("/")).body).not.toContain("No one is available");
  });

  it("no hours if there are none", async () => {
    for (const { _id } of await test.services.channels.list()) await test.services.channels.remove(_id);
    await test.services.channels.add(whatsapp);
    await test.services.channels.add({ ...whatsapp, type: "phone" });
    const { body } = await test.app.inject("/contact");
    expect(body).toContain(">Online Now<");
    expect(body).toContain(">24/7 Available<");
    expect(body).not.toMatch(/ until |Closed|Opening hours/);
  });
});
