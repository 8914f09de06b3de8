import * as fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import { hi } from "#languages/compiled/hi.ts";
import { plainText } from "#domain/text.ts";
import { phoneBookCard } from "./channel-files.ts";

const publicUrl = new URL("https://desk.example.com");

function contact(type: ActiveChannel["type"], value: string, proof = ""): ActiveChannel {
  return { _id: value, type, value, proof, isActive: true, availability: null };
}

/** Each property, its parameters and its value, as parsed by another library. */
function read(card: string): Array<[name: string, parameters: unknown, value: unknown]> {
  const vcard = new ICAL.Component(ICAL.parse(card));
  expect(vcard.name).toBe("vcard");
  return vcard.getAllProperties().map((property) => {
    const [name, parameters, type] = property.toJSON() as [string, object, string];
    const values = property.getValues();
    return [
      name,
      { ...parameters, ...(type === "uri" ? { value: "uri" } : {}) },
      values.length > 1 ? values : values[0],
    ];
  });
}

const valuesOf = (card: string, name: string) => read(card).flatMap(([own, , value]) => (own === name ? [value] : []));

describe("the entry for a phone book", () => {
  it("has the phone, WhatsApp and email channels only", () => {
    const card = phoneBookCard(
      "Saffron Support",
      [
        contact("whatsapp", "+91 90000 00001", "Deposits, withdrawals; anything\\else"),
        contact("phone", "+91 90000 00002"),
        contact("phone", "1800 000 0000"),
        contact("phone", "+91 90000 00001"),
        contact("email", "team@example.com"),
        contact("telegram", "@saffron_example", "Not in here"),
        contact("whatsapp", "https://chat.whatsapp.com/ABCdef0123456789"),
      ],
      publicUrl,
    );
    expect(read(card)).toEqual([
      ["version", {}, "4.0"],
      ["kind", {}, "org"],
      ["fn", {}, "Saffron Support"],
      ["org", {}, "Saffron Support"],
      ["uid", {}, "https://desk.example.com/contact.vcf"],
      ["source", { value: "uri" }, "https://desk.example.com/contact.vcf"],
      ["tel", { type: ["work", "text", "voice"], pref: "1", value: "uri" }, "tel:+919000000001"],
      ["tel", { type: ["work", "voice"], pref: "2", value: "uri" }, "tel:+919000000002"],
      ["tel", { type: ["work", "voice"], pref: "3" }, "18000000000"],
      ["email", { type: "work" }, "team@example.com"],
      ["url", { value: "uri" }, "https://chat.whatsapp.com/ABCdef0123456789"],
      ["url", { value: "uri" }, "https://desk.example.com/"],
      ["note", {}, "Our own channels, from our website.\n+91 90000 00001: Deposits, withdrawals; anything\\else"],
    ]);
  });

  it("has its note in the language of the page, and the address of that version", () => {
    const own = { ...contact("phone", "+91 90000 00002", "जमा"), isTranslated: true as const };
    const card = phoneBookCard("Saffron Support", [own], publicUrl, "hi");
    expect(read(card)).toEqual([
      ["version", {}, "4.0"],
      ["kind", {}, "org"],
      ["fn", {}, "Saffron Support"],
      ["org", {}, "Saffron Support"],
      // The id is the same in every language, so that phone books have one entry.
      ["uid", {}, "https://desk.example.com/contact.vcf"],
      ["source", { value: "uri" }, "https://desk.example.com/hi/contact.vcf"],
      ["tel", { type: ["work", "voice"], pref: "1", value: "uri" }, "tel:+919000000002"],
      ["url", { value: "uri" }, "https://desk.example.com/hi"],
      ["note", { language: "hi" }, `${hi.phoneBook.note}\n+91 90000 00002: जमा`],
    ]);
  });

  it("has descriptions that are not in that language in a note of their own", () => {
    const own = { ...contact("phone", "112", "जमा"), isTranslated: true as const };
    const card = phoneBookCard("Desk", [contact("phone", "100", "Deposits"), own], undefined, "hi");
    expect(read(card).filter(([name]) => name === "note")).toEqual([
      ["note", { language: "hi" }, `${hi.phoneBook.note}\n112: जमा`],
      ["note", { language: "en" }, "100: Deposits"],
    ]);
  });

  it("escapes what would end a value or a line", () => {
    const card = phoneBookCard("Desk; one, two", [contact("phone", "112", "a,b;c\\d\ne")], undefined).replaceAll(
      "\r\n ",
      "",
    );
    expect(card).toContain(String.raw`FN:Desk; one\, two`);
    expect(card).toContain(String.raw`ORG:Desk\; one\, two`);
    expect(card).toContain(String.raw`NOTE:Our own channels\, from our website.\n112: a\,b;c\\d\ne`);
  });

  it("omits an unknown address", () => {
    const card = phoneBookCard("Saffron Support", [contact("phone", "112")], undefined);
    expect(card).not.toMatch(/^(UID|SOURCE|URL)/m);
  });

  it("gives a number the country code that the owner's country has, once for calls and WhatsApp; a short one as it is", () => {
    const written = [contact("phone", "090000 00001"), contact("whatsapp", "+91 90000 00001"), contact("phone", "112")];
    const card = phoneBookCard("Desk", written, undefined, "en", "IN");
    expect(valuesOf(card, "tel")).toEqual(["tel:+919000000001", "112"]);
  });

  it("keeps the extension of a number", () => {
    const card = phoneBookCard("Saffron Support", [contact("phone", "+91 22 0000 0000 ext 12")], undefined);
    expect(valuesOf(card, "tel")).toEqual(["tel:+912200000000;ext=12"]);
  });

  it("round-trips every text, in lines of at most 75 octets", () => {
    const text = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom(...Array.from('हिन्दी,;:\\\n🏏"=^ab ')),
          fc.string({ unit: "grapheme", maxLength: 1 }),
        ),
        maxLength: 120,
        size: "max",
      })
      .map((typed) => plainText(typed.replaceAll("\uFFFD", "")).trim())
      .filter((typed) => typed !== "");
    fc.assert(
      fc.property(text, text, (name, proof) => {
        const card = phoneBookCard(name, [contact("phone", "112", proof)], publicUrl);
        expect(card.endsWith("END:VCARD\r\n")).toBe(true);
        for (const line of card.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(card.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        expect(Buffer.from(card).toString()).not.toContain("\uFFFD");
        expect(valuesOf(card, "fn")).toEqual([name]);
        expect(valuesOf(card, "org")).toEqual([name]);
        expect(valuesOf(card, "note")).toEqual([`Our own channels, from our website.\n112: ${proof}`]);
      }),
    );
  });
});
