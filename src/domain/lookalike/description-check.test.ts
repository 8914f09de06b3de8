import { describe, expect, it } from "vitest";
import { inEnglish } from "#copy/server/render.ts";
import { textProblem } from "#server/lib/text-problem.ts";
import { descriptionProblem } from "./description-check.ts";
import { foreignPlaces } from "./named-places.ts";
import { isOurs } from "./testing/testing-places.ts";

const said = (text: string) => {
  const problem = descriptionProblem(text, isOurs);
  return problem && inEnglish(textProblem(problem));
};
const found = (text: string) => foreignPlaces(text, isOurs);

describe("a text names somebody else", () => {
  it.each([
    // A number, however it is written.
    ["Switched off. NEW WhatsApp: +44 7700 900666", "+44 7700 900666"],
    ["00447700900666", "00447700900666"],
    ["call 90000 00002 now", "90000 00002"],
    ["9-0-0-0-0-0-0-0-0-2", "9-0-0-0-0-0-0-0-0-2"],
    ["09/4/6/5/4/7/1/0/9/3", "09/4/6/5/4/7/1/0/9/3"],
    ["(0)7700.900.666", "0)7700.900.666"],
    ["+४४ ७७०० ९००६६६", "+44 7700 900666"],
    ["＋４４　７７００　９００６６６", "+44 7700 900666"],
    ["٤٤٧٧٠٠٩٠٠٦٦٦", "447700900666"],
    ["4\u200b4\u200d7\u00ad7\u2060007700", "4477007700"],
    ["4️⃣4️⃣7️⃣7️⃣0️⃣0️⃣9️⃣0️⃣", "44770090"],
    ["❹❹❼❼⓿⓿❾⓿", "44770090"],
    ["④④⑦⑦⓪⓪⑨⓪", "44770090"],
    ["44•7700|900666", "44•7700|900666"],
    ["44\n7700\n900666", "44 7700 900666"],
    ["44 then 7700 then 900666", "44 then 7700 then 900666"],
    ["four four double seven zero zero nine zero zero", "4 4 77 0 0 9 0 0"],
    ["नौ आठ सात छह पांच चार तीन", "9 8 7 6 5 4 3"],
    ["9O876 543l0", "90876 54310"],
    ["90000x00002", "90000x00002"],
    ["₹447700900666", "447700900666"],
    ["9,876 543,210", "9,876 543,210"],
    ["Open 09:00-21:00. 44 77 00 90 06", "44 77 00 90 06"],
    ["Now on +91 90000 00001 or +91 90000 00002", "+91 90000 00002"],
    ["Dial 1931", "1931"],
    ["Call us on *12345#", "12345"],
    // A handle.
    ["Telegram @thief_example", "@thief_example"],
    ["DM ＠thief", "@thief"],
    ["@ thief_example", "@thief_example"],
    ["write to saffron_examp1e", "saffron_examp1e"],
    ["@saffrоn_example", "@saffrоn_example"],
    ["Telegram: thief77", "thief77"],
    ["Insta ID: thiefdesk", "thiefdesk"],
    // Names, numbers and words that look like a file, an error, an amount or a bank's code.
    ["message thiefdesk.png on Telegram", "thiefdesk.png"],
    ["Insta ID: thiefdesk.jpg", "thiefdesk.jpg"],
    ["see thief_desk.pdf", "thief_desk"],
    ["thief.desk.png", "thief.desk.png"],
    ["t.me/thief.png", "t.me/thief.png"],
    ["thief.png/x", "thief.png/x"],
    ["9000000002.pdf", "9000000002"],
    ["withdrawal_proof_9000", "withdrawal_proof_9000"],
    ["err_90000", "err_90000"],
    ["2.4 लाख 90000 00002", "90000 00002"],
    ["9.0 लाख 0000002 करोड़", "0000002"],
    ["IFSC CALL0900000 0002", "0900000 0002"],
    ["IFSC DIAL0987654 321", "0987654 321"],
    ["HDFC0900001", "0900001"],
    // An address for mail or money.
    ["help@evil.example", "help@evil.example"],
    ["help [at] evil (dot) example", "help@evil.example"],
    ["help at evil dot example", "evil.example"],
    ["pay thief@okaxis", "thief@okaxis"],
    ["support@example.com.evil.example", "support@example.com.evil.example"],
    // A link.
    ["https://evil.example/x", "https://evil.example/x"],
    ["hxxps://evil.example", "hxxps://evil.example"],
    ["see evil.support", "evil.support"],
    ["t.me/thief", "t.me/thief"],
    ["t. me / thief", "t.me/thief"],
    ["t,me/thief", "t.me/thief"],
    ["evil . com", "evil.com"],
    ["evil. com", "evil.com"],
    ["evil。com", "evil.com"],
    ["ｅｖｉｌ．ｃｏｍ", "evil.com"],
    ["еxample.com", "еxample.com"],
    ["evil.भारत", "evil.भारत"],
    ["evil.xn--h2brj9c", "evil.xn--h2brj9c"],
    ["wa.me/447700900666", "wa.me/447700900666"],
    ["tg:resolve?domain=thief", "tg:resolve?domain=thief"],
    ["example.com@evil.example", "example.com@evil.example"],
    ["https://example.com@evil.example/", "https://example.com@evil.example/"],
    ["http://203.0.113.5/x", "http://203.0.113.5/x"],
    ["1.1.1.1/x", "1.1.1.1/x"],
    // Each spelling that once passed.
    ["nine oh oh one two three four five six seven", "9 0 0 1 2 3 4 5 6 7"],
    ["ninety thousand twelve thousand three hundred and forty-five", "90000 12345"],
    ["call 90 thousand 12345", "90000 12345"],
    ["ஒன்பது பூஜ்ஜியம் பூஜ்ஜியம் ஒன்று இரண்டு மூன்று நான்கு", "9 0 0 1 2 3 4"],
    ["তিন চার পাঁচ ছয় সাত আট নয়", "3 4 5 6 7 8 9"],
    ["నాలుగు ఐదు ఆరు ఏడు ఎనిమిది తొమ్మిది సున్నా", "4 5 6 7 8 9 0"],
    ["नऊ दहा पाच सहा सात आठ नऊ शून्य", "9 10 5 6 7 8 9 0"],
    ["nau shunya shunya ek do teen chaar", "9 0 0 1 2 3 4"],
    ["अट्ठानवे छिहत्तर चौवन बत्तीस दस", "98 76 54 32 10"],
    ["डबल नाइन ट्रिपल ज़ीरो वन टू", "99 000 1 2"],
    ["90000a12345", "90000a12345"],
    ["90000 and 12345", "90000 and 12345"],
    ["90000 और 12345", "90000 और 12345"],
    ["first 90000 mango 12345", "90000 mango 12345"],
    ["₹90000 ₹12345", "90000 ₹12345"],
    ["九〇〇〇〇一二三四五", "9000012345"],
    ["⁹⁰⁰⁰⁰¹²³⁴⁵", "9000012345"],
    ["NineZeroZeroZeroZeroOneTwo", "9000012"],
    ["n1ne zer0 zer0 zer0 zer0 0ne tw0", "9 0 0 0 0 1 2"],
    ["+44 90 1 to 1234567", "+44 90 1 to 1234567"],
    ["saffron-help डॉट com", "saffron-help.com"],
    ["saffron-help•com", "saffron-help.com"],
    ["saffron-help・com", "saffron-help.com"],
    ["saffron-help۔com", "saffron-help.com"],
    ["saffron-help ডট কম", "saffron-help.কম"],
    ["saffronhelpdotcom", "saffronhelp.com"],
    ["Pay saffron at okaxis", "saffron at okaxis"],
    ["UPI id saffronpay ybl", "saffronpay ybl"],
    ["UPI id saffronpay at paytm", "saffronpay at paytm"],
    ["message saffronhelpdesk on Telegram now", "saffronhelpdesk"],
    ["टेलीग्राम पर saffronhelpdesk को लिखें", "saffronhelpdesk"],
    ["Telegram par saffronhelpdesk ko message karo", "saffronhelpdesk"],
    ["1931 पर कॉल करें", "1931"],
    ["call karo do baar nau teen baar saat paanch chaar do ek", "99 777 5 4 2 1"],
    ["nau do baar aath saat chhe paanch chaar teen do ek", "9 88 7 6 5 4 3 2 1"],
    ["nine three times eight seven six five four three", "9 888 7 6 5 4 3"],
    ["नौ दो बार आठ सात छह पाँच चार तीन", "9 88 7 6 5 4 3"],
    ["ninyanve chauvan bees tees chalis par call karo", "99 54 20 30 40"],
    ["phone lagao 1931", "1931"],
    ["fake99 at paytm", "fake99 at paytm"],
    ["fake99 at the rate paytm par paise bhejo", "fake99 at the rate paytm"],
    ["Paytm karo ravikumar at paytm", "ravikumar at paytm"],
    ["paise bhejo ravikumar at sbi", "ravikumar at sbi"],
    ["saffronpay daat com par jao", "saffronpay.com"],
    ["Telegram par message karo ravihelpdesk", "ravihelpdesk"],
    ["Telegram ID hai ravihelpdesk", "ravihelpdesk"],
    ["Telegram par saffronvip se baat karo", "saffronvip"],
    ["Telegram par saffronvip naam se search karein", "saffronvip"],
    ["saffronvip naam ka Telegram channel join karein", "saffronvip"],
  ])("%j", (text, named) => {
    const names = found(text);
    expect(names).toHaveLength(1);
    expect(names[0]).toContain(named);
  });

  it("once each, with a message", () => {
    expect(found("@thief, t.me/thief, @thief")).toEqual(["@thief", "t.me/thief"]);
    expect(said("Switched off. NEW WhatsApp: +44 7700 900666")).toBe(
      "This description names +44 7700 900666, which is not one of your active channels. Edit or remove it.",
    );
    expect(said("t.me/a_thief t.me/b_thief")).toBe(
      "This description names t.me/a_thief, t.me/b_thief, which are none of your active channels. Edit or remove it.",
    );
    expect(said("+91 90000 00001\u202e")).toContain("hidden marks");
  });
});

describe("a text names nobody, or only us", () => {
  it.each([
    "",
    "Deposits, withdrawals, anything else",
    "हिन्दी में सहायता",
    "Mon-Fri 9 am to 9 pm",
    "Mon – Fri 9.30am–9.30pm, Sat 10-4",
    "Daily 09:00-21:00",
    "Daily 09:00–13:00, 14:00–21:00 IST",
    "18:00 – 02:00",
    "0900-2100 hrs",
    "9.30 – 21.30",
    "Live @ 9 pm, notes @9am",
    "Replies in 5 minutes",
    "Replies within 10-15 min; call 24/7",
    "24x7 and 24/7/365",
    "1.3K members",
    "12,345 members since 2019",
    "10,00,000+ followers",
    "2000000 members",
    "Rated 4.8/5 (12,345 reviews)",
    "₹5,000 bonus",
    "₹500 – ₹50,000",
    "Packs of ₹100, ₹500, ₹1,000",
    "Rs. 1,00,000 to Rs 5,00,000",
    "From 31/12/2025 to 2026-01-05",
    "31.12.2025 18:00 – 01.01.2026 02:00",
    "IPL 2024, 2025, 2026",
    "2024-25 season",
    "PIN 560001",
    "100% safe, e.g. no fees, i.e. none",
    "Ask for Asha/Ravi (Hindi, English)",
    "Family 👨‍👩‍👧 desk ⭐⭐⭐⭐⭐",
    // What is ours.
    "Also on WhatsApp +91 90000 00001",
    "WhatsApp: 09000000001, or +91-90000-00001 24/7",
    "+९१ ९०००० ००००१",
    "+91 90000 00001 / 1800 000 0000, 09:00-21:00",
    "Call 1930",
    "Telegram: @saffron_example.",
    "t.me/saffron_example (https://telegram.me/saffron_example)",
    "Mail support@example.com!",
    "support [at] example [dot] com",
    "See example.com, https://example.com/withdrawals?x=1 and www.example.com.",
    "Check at https://desk.example.net/verify",
    "youtube.com/@saffronexample",
    "nine zero zero zero zero zero zero zero zero one",
    "नौ शून्य शून्य शून्य शून्य शून्य शून्य शून्य शून्य एक",
    "Call 14416 or 1930, or see https://telemanas.mohfw.gov.in/help",
    "message saffron_example on Telegram",
    "Your withdrawal_proof and your order_id",
    "PIN codes 560001 or 400001",
    "Your UTR has 12 digits",
    "Use code IPL2026, Paytm users get extra cashback",
    "Telegram par message bhej sakte hain",
    "Do baar 500 rupaye kate, ek baar wapas aaye",
    "Naam mein ek bhi dot ya dash nahi hai",
    "Scores: 245/6 (20 ov) and 198/10 (19.4 ov)",
  ])("%j", (text) => expect(found(text)).toEqual([]));
});

describe("the time for a text", () => {
  const parts = [
    "9 ",
    "a.",
    "@",
    "[at]",
    "(",
    " .",
    "1,",
    "nine ",
    "x",
    "+",
    "_",
    "24/7 ",
    "1.1.2025 ",
    "wa me ",
    "Rs 5 ",
    "a",
    " ",
    "9a",
    "नौ ",
    "on Telegram message ",
    "dot ",
    "double ",
    "thousand ",
    "pay at ybl ",
    "https://",
    "9 am ",
    "ninenine",
    "•",
    "12 and ",
    "+91 90000 00001 ",
  ];
  // Alone on a machine each takes below 0.1 s; what looks at all other characters for each one takes far longer.
  it.each(parts)("is short for %j again and again, and asks little", (part) => {
    const text = part.repeat(Math.ceil(4000 / part.length)).slice(0, 4000);
    let asked = 0;
    const start = performance.now();
    foreignPlaces(text, (written) => {
      asked += 1;
      return isOurs(written);
    });
    expect(performance.now() - start).toBeLessThan(2000);
    expect(asked).toBeLessThan(1000);
  });
});
