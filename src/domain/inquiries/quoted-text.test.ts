import { describe, expect, it } from "vitest";
import { splitQuoted } from "./quoted-text.ts";

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
    ["marks alone", "> Please try again.\n> Example Desk"],
  ])("is split where %s quotes the message before", (_program, quoted) => {
    expect(splitQuoted(`${written}\n\n${quoted}\n`)).toEqual({ written, quoted });
  });

  it.each([
    ["nothing is quoted", written],
    [
      "the answers stand between the quoted lines",
      "On Saturday, Example Desk wrote:\n> Does it work?\nYes.\n> And now?\nYes.",
    ],
    ["only a quotation is there", "> Please try again."],
    ["a sentence only looks like an introduction", "On Saturday I wrote to you.\nNobody answered."],
    ["it is empty", ""],
  ])("stays whole where %s", (_case, text) => {
    expect(splitQuoted(text)).toEqual({ written: text, quoted: "" });
  });

  it("is split in a time that grows with its length", () => {
    const hostile = `${"On a ".repeat(20_000)}\n${">".repeat(50_000)}\n${"From: a ".repeat(5_000)}\nx`;
    const start = performance.now();
    expect(splitQuoted(hostile).written).toBe(hostile);
    // A regular expression that backtracks takes minutes here.
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
