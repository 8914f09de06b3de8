import { describe, expect, it } from "vitest";
import type { Inquiry } from "./inquiry.ts";
import { looksLikeSpam, reportLooksLikeSpam } from "./suspicion.ts";

const asha: Inquiry = {
  name: "Asha Example",
  phone: "+91 90000 00000",
  email: "asha@example.com",
  city: "Jaipur",
  query: "Where is the genuine Telegram channel?",
};

describe("an honest inquiry is not suspected", () => {
  it.each<[string, Partial<Inquiry>, repeats?: number]>([
    ["a short question", { query: "hi" }],
    ["a link to a screenshot", { query: "See https://example.com/shot.png - is this withdrawal page yours?" }],
    ["two links", { query: "Which one is real, https://t.me/example_one or www.example.com/telegram?" }],
    ["an address and a number", { query: "Write to asha@example.com or call +91 90000 00001, please." }],
    ["capitals and exclamation marks", { query: "MY MONEY IS NOT THERE!!! WHERE IS MY WITHDRAWAL???" }],
    ["money and winning", { query: "I won ₹50,000 free bonus on the cricket match, how do I claim my winnings?" }],
    ["Hindi", { name: "मीरा उदाहरण", city: "लखनऊ", query: "मुझे अपना पासवर्ड बदलना है। कृपया बताइए कैसे।" }],
    ["Hindi with a link", { query: "क्या यह असली चैनल है? https://t.me/example कृपया जल्दी बताइए।" }],
    ["Hindi in Latin letters", { query: "Mera paisa abhi tak nahi aaya, kya karu? Jaldi reply karo please." }],
    ["brackets and signs", { query: "My balance is [1,200] and it says a < b > c, what does it mean?" }],
    ["a sender's mail domain", { name: "asha.example.com", city: "St. John's" }],
    ["a short text that many send", { query: "When will I get my money?" }, 100],
    ["a long text that a few have sent", { query: "The site is down again and I cannot sign in to my account." }, 4],
  ])("%s", (_what, fields, repeats = 0) => {
    expect(looksLikeSpam({ ...asha, ...fields }, repeats)).toBe(false);
  });
});

describe("what looks like spam is suspected", () => {
  it.each<[string, Partial<Inquiry>, repeats?: number]>([
    ["three links", { query: "https://a.example https://b.example http://c.example" }],
    ["links without a scheme", { query: "www.a.example www.b.example WWW.C.EXAMPLE" }],
    ["a forum's markup", { query: "[url=https://a.example]cheap[/url]" }],
    ["a forum's other markup", { query: "[LINK]a.example[/LINK]" }],
    ["a web page's markup", { query: 'best <a class="x" href="//a.example">bonus</a>' }],
    ["a link for a name", { name: "Win now https://a.example" }],
    ["a link for a city", { city: "www.a.example" }],
    ["a link for a number", { phone: "http://a.example" }],
    ["the same text again and again", { query: "Dear sir, we offer the very best rates for your web site." }, 5],
  ])("%s", (_what, fields, repeats = 0) => {
    expect(looksLikeSpam({ ...asha, ...fields }, repeats)).toBe(true);
  });
});

describe("an impostor report", () => {
  const report = { reported: "https://t.me/saffron_examp1e", happened: "They asked for my OTP.", reach: "" };

  it.each<[string, Partial<typeof report>, repeats?: number]>([
    ["with a link", {}],
    ["with a few more", { happened: "Also www.a.example, https://b.example, https://c.example and http://d.example" }],
    ["with a link and no story, as many send", { happened: "" }, 100],
    ["with a short story that many send", { happened: "They asked for my OTP." }, 100],
  ])("%s is not suspected", (_what, fields, repeats = 0) => {
    expect(reportLooksLikeSpam({ ...report, ...fields }, repeats)).toBe(false);
  });

  it.each<[string, Partial<typeof report>, repeats?: number]>([
    ["with a great many links", { happened: "https://a.example ".repeat(10) }],
    ["with a forum's markup", { happened: "[url=https://a.example]cheap[/url]" }],
    ["with a web page's markup", { reported: '<a href="//a.example">bonus</a>' }],
    ["with the same story again and again", { happened: "Dear sir, we offer the best rates for your web site." }, 5],
  ])("%s is suspected", (_what, fields, repeats = 0) => {
    expect(reportLooksLikeSpam({ ...report, ...fields }, repeats)).toBe(true);
  });
});
