import { describe, expect, test } from "vitest";
import { answerLinks } from "./answer-link.ts";

const asha = { internationalPhone: "+91 90000 00009", email: "asha@example.com", reference: "K7P-4MX" };

function textOf(link: string | null, key: string): string | null {
  return new URL(link ?? "").searchParams.get(key);
}

test("a chat, a mail and a call to where the visitor can be reached", () => {
  const links = answerLinks(asha, "Hello Asha, about K7P-4MX: done.\nनमस्ते & bye?");
  expect(links.phone).toBe("tel:+919000000009");
  expect(links.whatsapp).toMatch(/^https:\/\/wa\.me\/919000000009\?text=Hello%20Asha/);
  expect(textOf(links.whatsapp, "text")).toBe("Hello Asha, about K7P-4MX: done.\nनमस्ते & bye?");
  expect(links.email).toMatch(/^mailto:asha@example\.com\?subject=Your%20message%20K7P-4MX&body=Hello%20Asha/);
  expect(textOf(links.email, "body")).toBe("Hello Asha, about K7P-4MX: done.\r\nनमस्ते & bye?");
});

test("a text without the reference gets it in a chat", () => {
  expect(textOf(answerLinks(asha, "Done. ").whatsapp, "text")).toBe("Done.\n\nReference: K7P-4MX");
  expect(textOf(answerLinks(asha, "").whatsapp, "text")).toBe("Reference: K7P-4MX");
});

test("what stands around the text is in the language of the inquiry", () => {
  const links = answerLinks({ ...asha, language: "hi" }, "हो गया।");
  expect(textOf(links.email, "subject")).toBe("आपका संदेश K7P-4MX");
  expect(textOf(links.whatsapp, "text")).toMatch(/^हो गया।\n\n[ऀ-ॿ ]+: K7P-4MX$/);
});

describe("the number", () => {
  test.each([
    ["+1 213 373 4253 ext. 12", "tel:+12133734253"],
    ["+44 20 7946 0018", "tel:+442079460018"],
    ["+49 (30) 23125-000", "tel:+493023125000"],
    [null, null],
    ["", null],
    ["90000 00009", null],
    ["+0 90000 00009", null],
    ["+91 90000 00009?text=x", null],
    ["+91 90000 00009 00009 00009", null],
    ["javascript:alert(1)", null],
  ])("%s", (internationalPhone, phone) => {
    const links = answerLinks({ ...asha, internationalPhone }, "Hello");
    expect(links.phone).toBe(phone);
    expect(links.whatsapp === null).toBe(phone === null);
  });
});

test("an address cannot bring further headers of a mail", () => {
  expect(answerLinks({ ...asha, email: "a?bcc=b@example.com" }, "Hi").email).toMatch(
    /^mailto:a%3Fbcc%3Db@example\.com\?/,
  );
  expect(answerLinks({ ...asha, email: "asha@example.com,b@example.com" }, "Hi").email).toBeNull();
  expect(answerLinks({ ...asha, email: "asha@example.com\r\nBcc: b@example.com" }, "Hi").email).toBeNull();
});

test("a text that was cut in the middle of a character still opens", () => {
  expect(textOf(answerLinks(asha, "K7P-4MX 😀".slice(0, -1)).whatsapp, "text")).toBe("K7P-4MX \ufffd");
});
