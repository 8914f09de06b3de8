import { describe, expect, it } from "vitest";
import type { ChannelType } from "#domain/brands/brands.ts";
import { createVerify } from "./verify.ts";

const official: Array<{ type: ChannelType; value: string }> = [
  { type: "whatsapp", value: "+91 90000 00001" },
  { type: "whatsapp", value: "https://chat.whatsapp.com/ABCdef123GHI" },
  { type: "phone", value: "+91 98765 43210" },
  { type: "phone", value: "+91 22 0000 0000 ext. 12" },
  { type: "telegram", value: "https://t.me/saffron_example" },
  { type: "telegram", value: "https://t.me/+OurInviteHash" },
  { type: "facebook", value: "profile.php?id=100012345678" },
  { type: "facebook", value: "https://facebook.com/saffronpagelive" },
  { type: "instagram", value: "@saffron.live" },
  { type: "youtube", value: "https://www.youtube.com/@kesarexample" },
  { type: "linkedin", value: "https://www.linkedin.com/company/saffron-example" },
  { type: "email", value: "support@example.com" },
  { type: "website", value: "https://saffron.example" },
  { type: "website", value: "https://sites.google.com/view/saffron" },
  { type: "website", value: "https://t.me" },
];

const service = createVerify({
  official: async () => ({
    isHidden: false,
    current: official.map((channel, at) => ({ _id: String(at), proof: "", ...channel })),
    retired: [],
  }),
  country: () => "IN",
  address: { url: new URL("https://desk.example.org:8443") },
});

/** Each leads, in some program that opens it or to the eye, elsewhere than to our channels. */
const attacks: Record<string, string[]> = {
  "an app link with another action": [
    "whatsapp://chat?code=ThiefGroup&phone=919000000001",
    "whatsapp://send?phone=919000000001&code=ThiefGroup",
    "whatsapp:chat?phone=919000000001",
    "tg://resolve?domain=saffron_example&phone=447700900666",
    "tg://resolve?domain=saffron_example&startattach=thief",
    "tg://proxy?domain=saffron_example&server=evil.example",
    "tg://msg?domain=saffron_example",
  ],
  "a parameter given twice, or encoded": [
    "https://api.whatsapp.com/send?phone=919000000001&phone=447700900666",
    "https://api.whatsapp.com/send?phone=919000000001&%70hone=447700900666",
    "https://api.whatsapp.com/send?phone=919000000001&amp;phone=447700900666",
    "https://api.whatsapp.com/send?phone=919000000001&Phone=447700900666",
    "https://api.whatsapp.com/send?phone=919000000001;phone=447700900666",
    "https://api.whatsapp.com/send?phone[]=447700900666&phone=919000000001",
    "whatsapp://send?phone=919000000001&phone=447700900666",
    "facebook.com/profile.php?id=100012345678&id=666",
    "tg://resolve?domain=saffron_example&domain=thief",
    "tg://join?invite=OurInviteHash&invite=ThiefInviteHash",
    "https://wa.me/919000000001?text=a&text=b",
  ],
  "words that are no sentence": ["-.Instagram: +91 90000 00001"],
  "a parameter of another channel": [
    "https://wa.me/919000000001?phone=447700900666",
    "https://t.me/saffron_example?domain=thief",
    "https://t.me/saffron_example?attach=thief",
    "https://saffron_example.t.me/?domain=thief",
    "https://chat.whatsapp.com/ABCdef123GHI?code=ThiefGroup",
    "https://facebook.com/100012345678?id=666",
    "https://www.youtube.com/@kesarexample?next=evil.example",
  ],
  "dot segments": [
    "https://t.me/thief/../saffron_example",
    "https://t.me/thief/%2e%2e/saffron_example",
    "https://t.me/thief/.%2E/saffron_example",
    "https://t.me/./saffron_example",
    "tg://resolve?domain=thief/../saffron_example",
    "wa.me/447700900666/../919000000001",
    "wa.me/447700900666/%2E%2E/919000000001",
    "https://facebook.com/people/thief/../../100012345678",
    "https://sites.google.com/view/thief/../saffron",
  ],
  "backslashes, blanks and line breaks in a link": [
    "https://t.me/thief\\..\\saffron_example",
    "https:\\\\t.me\\saffron_example",
    "https://t.me/saf\nfron_example",
    "https://t.me/saf\tfron_example",
    "https:/t.me/saffron_example",
  ],
  "a user before the host, a port, another host of the brand": [
    "https://thief@t.me/saffron_example",
    "https://t.me:8443/saffron_example",
    "https://m.t.me/saffron_example",
    "https://chat.wa.me/ABCdef123GHI",
    "https://chat.whatsapp.com/send?phone=919000000001",
    "https://t%2Eme/saffron_example",
    "https://t。me/saffron_example",
    "https://ｔ.me/saffron_example",
  ],
  "a fragment that a page may route by": [
    "https://facebook.com/100012345678#!/thief",
    "https://t.me/saffron_example#/thief",
    "https://sites.google.com/view/saffron#/thief",
  ],
  "headers of mail": [
    "mailto:support@example.com?bcc=thief@evil.example",
    "mailto:support@example.com?to=thief@evil.example",
    "mailto:support@example.com?cc=thief@evil.example",
    "mailto:support@example.com?subject=Hi&BCC=thief@evil.example",
    "mailto:support@example.com?subject=Hi&subject=Ho",
    "mailto:support@example.com?subject=Hi%0D%0ABcc:thief@evil.example",
    "mailto:support@example.com,thief@evil.example",
    "mailto:support%40example.com",
    "mailto:thief%2Csupport@example.com",
  ],
  "marks of direction and what nobody sees": [
    "\u202e+91 98765 43210",
    "+91 98765 \u202e43210",
    "+91 \u202b98765 43210",
    "\u2067+91 98765 43210\u2069",
    "+91 \u206898765\u2069 43210",
    "\u200f+91 98765 43210",
    "+91 98765\u061c 43210",
    "+91 98765\u00ad 43210",
    "+91 98765\u200e 43210",
    "\u202e@saffron_example",
    "https://t.me/saffron_example\u202e",
    "support@\u202eexample.com",
    // Arabic digits separated by blanks are shown in another order than dialled.
    "٩٨٧٦٥ ٤٣٢١٠",
  ],
  "digits and letters of more than one script": ["+91 9৮765 43210", "९8765 43210", "youtube.com/@\u212aesarexample"],
  "another extension, or none": [
    "+91 22 0000 0000 ext. 99",
    "tel:+912200000000;ext=99",
    "+91 22 0000 0000 x 012",
    "+91 22 0000 0000",
  ],
  "a zero that only looks like the one that is not dialled": ["+91 98765 43(0)210", "+919 (0)8765 43210"],
  "pages of others on a host that others share": [
    "https://sites.google.com/view/saffron/../thief",
    "https://sites.google.com/view/thief",
    "https://sites.google.com/",
    "https://t.me/thief_example",
    "https://saffron.example.evil.test/",
    "https://saffron.example@evil.test/",
    "https://saffron.example:8443/",
    "https://help.saffron.example/",
    "https://desk.example.org/verify",
    "https://desk.example.org:8443@evil.test/",
  ],
  "a site whose name is that of a profile": ["saffron.live", "saffron.live.", "Saffron.Live/", "saffronpage.live"],
  "more than one thing in a sentence": [
    "Do not call +91 98765 43210, write to t.me/thief_example",
    "+91 98765 43210 or +44 7700 900666",
    "Call +91 98765 43210 and pay to thief_example",
    "Call +91 98765 43210\u202e now",
    "\u202eCall +91 98765 43210 now",
    "https://t.me/saffron_example thief.example",
    "+91 98765\n43210",
    "Our Instagram is @saffron_example",
    "Our Facebook is \u200bsaffronpagelive or thiefpage",
    "हमारा इंस्टाग्राम @saffron_example",
    "Telegram or Instagram: we are @saffron_example there",
    "Call +91 98765 43210 (שלום)",
  ],
};

describe.each(Object.entries(attacks))("%s", (_what, texts) => {
  it.each(texts)("%j is not ours", async (text) => {
    expect(await service.verify(text)).not.toMatchObject({ verdict: "official" });
  });
});

it.each(["+91 9OOOO 0OOO1", "9oooo ooool", "90000 0000I", "+91 9ОООО 00001", "+91 9OOOO OOOO2"])(
  "%j, with letters for digits, is reported as a lookalike",
  async (text) => {
    expect(await service.verify(text)).toMatchObject({ verdict: "impostor", like: { value: "+91 90000 00001" } });
  },
);

it.each([
  "o 90000 00001",
  "I. 90000 00001",
  "l) +91 90000 00001",
  "90000 00001 (O)",
  "90000 00001।",
  "lol 90000 00001",
])("%j, our number beside a few letters, is no impostor's", async (text) => {
  expect(await service.verify(text)).not.toMatchObject({ verdict: "impostor" });
});

it("a number with letters for digits that is none of ours is not on our list", async () => {
  expect(await service.verify("+91 88OOO 12345")).toEqual({ verdict: "unknown" });
});

it("what only resembles a link of ours is reported as a lookalike, with ours", async () => {
  expect(await service.verify("https://api.whatsapp.com/send?phone=919000000001&phone=447700900666")).toMatchObject({
    verdict: "impostor",
    like: { value: "+91 90000 00001" },
  });
  expect(await service.verify("+91 22 0000 0000 ext. 99")).toMatchObject({
    verdict: "impostor",
    like: { value: "+91 22 0000 0000 ext. 12" },
    difference: { reason: "several" },
  });
});

describe("every usual way to write a channel is ours", () => {
  it.each([
    ["+91 22 0000 0000 x12", "+91 22 0000 0000 ext. 12"],
    ["tel:+912200000000;ext=12", "+91 22 0000 0000 ext. 12"],
    ["whatsapp://send/?phone=919000000001&text=Hi%20there", "+91 90000 00001"],
    ["whatsapp://send?text=Hi&phone=+919000000001", "+91 90000 00001"],
    ["tg:resolve?domain=saffron_example&start=abc", "https://t.me/saffron_example"],
    ["https://t.me/saffron_example?utm_source=x&utm_medium=y", "https://t.me/saffron_example"],
    ["mailto:support@example.com?subject=Hi&body=Where%20is%20it%3F", "support@example.com"],
    ["Call us on +91 98765 43210", "+91 98765 43210"],
    ["Call us on +91 98765 43210 at any time!", "+91 98765 43210"],
    ["हमें +91 98765 43210 पर कॉल करें।", "+91 98765 43210"],
    ["Please write to support@example.com.", "support@example.com"],
    ["Join us at https://t.me/saffron_example, it is free", "https://t.me/saffron_example"],
    ["Our Telegram is @saffron_example 🎉", "https://t.me/saffron_example"],
    ["Reach us: +91 22 0000 0000 ext. 12 (toll free)", "+91 22 0000 0000 ext. 12"],
    ["https://saffron.example/login?next=%2Fa&next=b#/x", "https://saffron.example"],
    ["www.saffron.example/help.", "https://saffron.example"],
    ["Read https://saffron.example/offers/today now", "https://saffron.example"],
    ["https://desk.example.org:8443", "https://desk.example.org:8443"],
    ["desk.example.org:8443/contact", "https://desk.example.org:8443"],
    ["https://sites.google.com/view/saffron", "https://sites.google.com/view/saffron"],
  ])("%j is %s", async (text, value) => {
    const verdict = await service.verify(text);
    expect(verdict).toMatchObject({ verdict: "official" });
    // Shows the listed value, never the input.
    expect(verdict).toHaveProperty("channels.0.value", value);
  });
});
