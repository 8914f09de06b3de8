import { describe, expect, it } from "vitest";
import { languageCodes } from "#domain/languages.ts";
import { mail } from "#languages/compiled/facts/mail.ts";
import { splitQuoted, visitorWords } from "./quoted-text.ts";

const written = "Yes, it works now.\n\nThank you!";

describe("an email's text", () => {
  it.each([
    [
      "Gmail",
      "On Sat, 21 Nov 2026 at 10:00, Example Desk <desk@example.com> wrote:\n\n> Please try again.\n>\n> Example Desk",
    ],
    [
      "a wrapped introduction",
      "On Sat, 21 Nov 2026 at 10:00, Example Desk\n<desk@example.com> wrote:\n> Please try again.",
    ],
    ["Gmail in Hindi", "शनि, 21 नव॰ 2026 को 10:00 बजे Example Desk <desk@example.com> ने लिखा:\n> Please try again."],
    [
      "Outlook",
      "________________________________\nFrom: Example Desk <desk@example.com>\nSent: Saturday\n\nPlease try again.",
    ],
    [
      "Outlook for phones",
      "From: Example Desk <desk@example.com>\nSent: Saturday\nSubject: Re: Your message\n\nPlease try again.",
    ],
    ["older Outlook", "-----Original Message-----\nFrom: Example Desk\n\nPlease try again."],
    [
      "Outlook in German",
      "Von: Desk <desk@example.com>\nGesendet: Samstag, 21. November 2026 10:00\nAn: Ravi\n\nBitte.",
    ],
    ["Outlook in Hindi", "प्रेषक: Desk <desk@example.com>\nभेजा गया: 21 नवंबर 2026 10:00\nप्रति: Ravi\n\nकृपया फिर से देखें।"],
    ["Gmail in Telugu", "21 నవం, 2026 శని, 10:00కి Desk <desk@example.com> ఇలా రాశారు:\n\n> Please."],
    ["a program in French", "Le sam. 21 nov. 2026 à 10:00, Desk <desk@example.com> a écrit :\n\nVeuillez réessayer."],
    ["a program in Russian", "21.11.2026 10:00, Desk пишет:\n> Please."],
    ["Samsung's program in Hindi", "-------- मूल संदेश --------\nPlease."],
    ["Zoho", "---- On Sat, 21 Nov 2026 10:00:02 +0530 Desk <desk@example.com> wrote ---\n\nPlease try again."],
    ["marks alone", "> Please try again.\n> Example Desk"],
    ["marks after a space", "> Please try again.\n > Example Desk"],
  ])("is split where %s quotes the message before", (_program, quoted) => {
    expect(splitQuoted(`${written}\n\n${quoted}\n`)).toEqual({ written, quoted });
  });

  it.each(languageCodes)("is split at each way in which mail programs introduce a quotation: %s", (code) => {
    const { wrote, originalMessage, from } = mail[code];
    const wordings = (spellings: string) => spellings.split("|").filter((words) => words !== "");
    const introductions = [
      ...wordings(wrote).map((words) => `21/11/2026, 10:00, Desk <desk@example.com> ${words}:`),
      ...wordings(originalMessage).map((words) => `-------- ${words} --------`),
      ...wordings(from).map((words) => `${words}: Desk <desk@example.com>\nSent: 21/11/2026 10:00\nTo: Ravi`),
    ];
    expect(introductions).not.toEqual([]);
    for (const introduction of introductions) {
      const quoted = `${introduction}\n\nPlease try again.`;
      expect(splitQuoted(`${written}\n\n${quoted}\n`)).toEqual({ written, quoted });
    }
  });

  it.each([
    ["nothing is quoted", written],
    [
      "the answers stand between the quoted lines",
      "On Saturday, Example Desk wrote:\n> Does it work?\nYes.\n> And now?\nYes.",
    ],
    ["only a quotation is there", "> Please try again."],
    ["a sentence only looks like an introduction", "On Saturday I wrote to you.\nNobody answered."],
    ["details are given like a header", "Please check:\nFrom: Mumbai\nDate: 21 Nov 2026\nAmount: 500"],
    ["a list follows a time", "I tried at 10:30 and 11:15, both failed:\nUTR 1, UTR 2"],
    ["it is empty", ""],
  ])("stays whole where %s", (_case, text) => {
    expect(splitQuoted(text)).toEqual({ written: text, quoted: "" });
  });

  it.each([
    ["an introduction", "On Sat, 21 Nov 2026 at 10:00, Desk <desk@example.com>\nwrote:\n\n"],
    ["a line in Dutch", "Op 21 nov 2026 10:00 schreef Desk <desk@example.com>:\n"],
    ["marks alone", ""],
  ])("is split where the answer stands below a quotation with %s", (_case, introduction) => {
    const quoted = `${introduction}> Please try again.\n>\n> Example Desk`;
    expect(splitQuoted(`${quoted}\n\n${written}`)).toEqual({ written, quoted });
  });

  it.each([
    ["below a quotation", `> Please try again.\n\n${written}`, written],
    [
      "above one",
      `${written}\n\nEl sáb, 21 nov 2026 a las 10:00, Desk (<desk@example.com>) escribió:\n\n> Hola.`,
      written,
    ],
    ["between quoted lines", "On Saturday 10:00, Desk wrote:\n> Does it work?\nYes.\n>> And now?\nNo.", "Yes.\nNo."],
    ["without one", "> 5000 is missing, I sent 2 > 1", "5000 is missing, I sent 2 > 1"],
    ["as a sentence", "I wrote at 10:30:\nnothing came", "I wrote at 10:30:\nnothing came"],
  ])("gives the visitor's words that stand %s", (_where, text, words) => {
    expect(visitorWords(text)).toBe(words);
  });

  it("is split in a time that grows with its length", () => {
    const start = performance.now();
    const lines = `${"From: a\n".repeat(20_000)}${"a 10:00 <a@b>\n".repeat(20_000)}${"x:\n>\n".repeat(20_000)}`;
    expect(visitorWords(lines).length).toBeGreaterThan(0);
    const hostile = `${"On a ".repeat(20_000)}\n${">".repeat(50_000)}\n${"From: a ".repeat(5_000)}\nx`;
    expect(splitQuoted(hostile).written).toBe(hostile);
    // A regular expression that backtracks takes minutes here.
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
