import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { languagesOf } from "#contract/further-paths.ts";
import { pathIn } from "#contract/paths.ts";
import { type Dictionary, dictionaries } from "#copy/dictionaries.ts";
import { type TeamDictionary, teamDictionaries } from "#copy/team/dictionaries.ts";
import { en } from "#languages/compiled/en.ts";
import { hi } from "#languages/compiled/hi.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { languages } from "#domain/languages.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  for (const [type, value] of [
    ["whatsapp", "+919000000001"],
    ["telegram", "@saffron_example"],
    ["phone", "1800 000 0000"],
    ["website", "https://example.com"],
  ] as const) {
    await test.services.channels.add({ type, value, isActive: true, proof: "" });
  }
});
afterAll(() => test.close());

/** Every page of visitors at its address in a language. */
const pages = (code = "hi") =>
  [...test.renderer.pages].filter(([, { language }]) => language === code).map(([path]) => path);

async function body(url: string): Promise<string> {
  return (await test.app.inject(url)).body;
}

/** Returns what a person reads or hears of a document, without its data, styles and scripts. */
function texts(document: string): string[] {
  const shown = document.replaceAll(/<(script|style)\b.*?<\/\1>|<\/?strong>/gs, "");
  const attributes = [...shown.matchAll(/ (?:aria-label|alt|placeholder|title|content)="([^"]*)"/g)];
  return [...shown.replaceAll(/<[^>]*>/g, "\n").split("\n"), ...attributes.map(([, text = ""]) => text)];
}

describe("a page in Hindi", () => {
  it("says so, has its own address, and leads to the same page in English", async () => {
    const document = await body("/hi/contact?tab=community");
    expect(document).toContain('<html lang="hi-IN">');
    expect(document).toContain('<link rel="canonical" href="/hi/contact"/>');
    expect(document).toMatch(/<a [^>]*href="\/contact\?tab=community" lang="en"[^>]*>English<\/a>/);
    expect(await body("/contact")).toMatch(/<a [^>]*href="\/hi\/contact" lang="hi"[^>]*>हिन्दी<\/a>/);
  });

  it.each(furtherLanguages)("has links and forms to pages in the same language alone: %s", async (code) => {
    expect(pages(code).length).toBeGreaterThan(5);
    for (const path of pages(code)) {
      const document = await body(path);
      expect(document).toContain(`<html lang="${languages[code].tag}">`);
      const links = [...document.matchAll(/<(?:a|form)\b[^>]*(?:href|action)="(\/[^"]*)"[^>]*>/g)];
      const isOurs = new RegExp(`^/(${code}|qr)\\b`);
      const elsewhere = links.filter(([tag, target = ""]) => !tag.includes(" lang=") && !isOurs.test(target));
      expect(
        elsewhere.map(([, target]) => target),
        path,
      ).toEqual([]);
    }
  });

  it.each(furtherLanguages)(
    "names itself in each language in its head, for search engines and previews: %s",
    async (code) => {
      const found = (document: string) =>
        [...document.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"\/>/gi)].map(
          ([, ...pair]) => pair,
        );
      for (const [path] of [...test.renderer.pages].filter(
        ([, page]) => page.language === code && page.audience === "everyone",
      )) {
        const document = await body(path);
        expect(document, path).toContain(`<meta property="og:locale" content="${code.split("-")[0]}_IN"/>`);
        const plain = path.slice(code.length + 1) || "/";
        const all = languagesOf(plain).map((each) => [each, pathIn(each, plain)]);
        // A private page has no other address without its key.
        expect(found(document), path).toEqual(
          plain === "/receipt" || !languagesOf(plain).includes(code) ? [] : [...all, ["x-default", plain]],
        );
        if (languagesOf(plain).includes(code)) expect(found(await body(plain)), plain).toEqual(found(document));
      }
      expect(found(await body(pathIn(code, "/nowhere")))).toEqual([]);
      expect(found(await body(pathIn(code, "/keep")))).toContainEqual(["x-default", "/keep"]);
    },
  );

  it("is the page for what is not there, too", async () => {
    for (const url of ["/hi/nowhere", "/hi/ContactAdmin/nowhere", "/hi/404"]) {
      const response = await test.app.inject(url);
      expect(response.statusCode, url).toBe(404);
      expect(response.body).toContain(hi.errors.notFound);
    }
    expect(await body("/nowhere")).toContain(en.errors.notFound);
    const refused = await test.app.inject({ method: "DELETE", url: "/hi/terms" });
    expect(refused.statusCode).toBe(405);
    expect(refused.body).toContain(hi.errors.theirs);
  });

  it("is found however its address is written", async () => {
    for (const [url, target] of [
      ["/HI/Contact?x=1", "/hi/contact?x=1"],
      ["/hi/", "/hi"],
    ] as const) {
      const { statusCode, headers } = await test.app.inject(url);
      expect([statusCode, headers.location]).toEqual([308, target]);
    }
  });

  it("depends on nothing but its address", async () => {
    const headers = { "accept-language": "hi", cookie: "language=hi" };
    const document = (await test.app.inject({ url: "/terms", headers })).body;
    expect(document).toBe(await body("/terms"));
    expect(document).toContain(en.terms.title.replace("&", "&amp;"));
  });
});

describe("a form in Hindi without scripts", () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };

  it("comes back in Hindi, and leads to a private page in Hindi", async () => {
    const refused = await test.app.inject({ method: "POST", url: "/hi/contact/message", headers, payload: "name=" });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain(hi.message.fields.name);
    const fields = { name: "आशा", phone: "+919000000009", email: "asha@example.com", city: "Pune", query: "नमस्ते" };
    const payload = new URLSearchParams(fields).toString();
    const sent = await test.app.inject({ method: "POST", url: "/hi/contact/message", headers, payload });
    expect(sent.headers.location).toMatch(/^\/hi\/contact\/message\?sent=/);
    const accepted = await body(String(sent.headers.location));
    const receipt = /href="(\/hi\/receipt\?key=[^"]*)"/.exec(accepted)?.[1] ?? "";
    const page = await body(receipt);
    expect(page).toContain(hi.receipt.title);
    expect(page).toContain(`href="${receipt.replace("/hi", "")}" lang="en"`);
    const key = receipt.split("=")[1];
    const erased = await test.app.inject({ method: "POST", url: "/hi/receipt/erase", headers, payload: `key=${key}` });
    expect(erased.headers.location).toBe("/hi/receipt?erased");
    expect(await body("/hi/receipt?erased")).toContain(hi.receipt.erased.title);
  });

  it("tells in Hindi whether a value is ours", async () => {
    const payload = new URLSearchParams({ text: "@saffron_exampel" }).toString();
    const { body: page } = await test.app.inject({ method: "POST", url: "/hi/verify", headers, payload });
    expect(page).toContain(hi.verify.outcomes.impostor.heading);
  });
});

describe("the dictionaries", () => {
  it("have every text of every page: a language in which each is marked leaves none unmarked", async () => {
    const marked = await createTestApp();
    await marked.services.channels.add({ type: "whatsapp", value: "+919000000001", isActive: true, proof: "" });
    // English has the words of channel types elsewhere.
    dictionaries.hi = mark({ ...en, brands: hi.brands }) as Dictionary;
    const teams = teamDictionaries.hi;
    teamDictionaries.hi = mark(teamDictionaries.en) as TeamDictionary;
    try {
      const { site } = marked.config;
      const names = Object.values(languages).map(({ name }) => name);
      const own = [JSON.stringify(site), "404 405 500 24 18 · . , : 01 Data", names.join(", ")].join(" ");
      expect(own).toContain("বাংলা");
      for (const path of [...pages(), "/hi/nowhere"]) {
        const { body: document } = await marked.app.inject(path);
        expect(document).toContain("⟦");
        // An address within a text is a link.
        const unmarked = texts(document.replaceAll(/<a href="mailto:[^"]*">([^<]*)<\/a>/g, "$1"))
          .map((text) =>
            unmark(text)
              .replaceAll(/&[#\w]+;/g, " ")
              .trim(),
          )
          .filter(
            (text) =>
              /\p{L}{2}/u.test(text) && !text.split("·").every((part) => own.includes(part.trim())) && !isValue(text),
          );
        expect(unmarked, path).toEqual([]);
      }
    } finally {
      dictionaries.hi = hi;
      teamDictionaries.hi = teams;
      await marked.close();
    }
  });

  it("have the words of every channel type in each other language", () => {
    expect(Object.keys(hi.brands).sort()).toEqual([...channelTypes].sort());
  });

  it("agree on which sections a legal page has", () => {
    const ids = ({ terms, privacy }: Dictionary) => {
      const facts = { erasing: [""], receivers: [], mails: [], complaints: [] } as unknown as Parameters<
        typeof privacy.sections
      >[0];
      const particulars = { brand: "", operator: "", law: "", age: 18 };
      return [terms.sections(particulars), privacy.sections(facts)].flatMap((sections) =>
        Object.entries(sections).map(([id, section]) => {
          const { paragraphs = [], items = [] } = section as { paragraphs?: string[]; items?: string[] };
          return [id, paragraphs.length, items.length];
        }),
      );
    };
    expect(ids(hi)).toEqual(ids(en));
  });
});

/** Returns a text without its marked parts, which may hold others. */
function unmark(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, "");
  return rest === text ? text : unmark(rest);
}

/** A value, an address or a name for programs, rather than a text. */
function isValue(text: string): boolean {
  return /^(@|\+?\d|https?:|\/|#)|^(width=|noindex|light dark|website|[a-z]{2}_IN$|summary_large_image|text\/)|@example\.com$/.test(
    text,
  );
}

/** Returns the same dictionary, with each text between marks. */
function mark(texts_: unknown): unknown {
  if (typeof texts_ === "string") return `⟦${texts_}⟧`;
  if (typeof texts_ === "function") {
    return (...given: unknown[]) => mark((texts_ as (...all: unknown[]) => unknown)(...given));
  }
  if (Array.isArray(texts_)) return texts_.map(mark);
  if (texts_ === null || typeof texts_ !== "object") return texts_;
  return Object.fromEntries(Object.entries(texts_).map(([name, text]) => [name, mark(text)]));
}
