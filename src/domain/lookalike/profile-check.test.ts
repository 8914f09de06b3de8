import { expect, it } from "vitest";
import { initialsOf, textFor, withoutSignature, withSignature } from "#domain/profile.ts";
import { profileProblems } from "./profile-check.ts";
import { isOurs } from "./testing/testing-places.ts";

const namesRefused = (name: string) => Object.keys(profileProblems({ names: { en: name }, signatures: {} }, isOurs));
const signaturesRefused = (signature: string) =>
  Object.keys(profileProblems({ names: {}, signatures: { hi: signature } }, isOurs));

it.each([
  "Support WhatsApp 9812345670",
  "WhatsApp ९८१२३४५६७०",
  "Asha nine eight one two three four five six seven zero",
  "नौ आठ एक दो तीन चार पाँच छह सात शून्य",
  "evil.com",
  "evil dot com",
  "asha@okaxis",
  "Asha (t.me/thief)",
  "Telegram: thief77",
  "Telegram par thief_desk",
  "Asha\u202e.moc",
  "@thief",
  // Not even a channel of ours: a name names a person.
  "support@example.com",
  "9️⃣8️⃣1️⃣2️⃣",
  "⑨⑧①②③④⑤⑥⑦⓪",
  "<b>Asha</b>",
])("a display name leads nowhere: %s", (name) => {
  expect(namesRefused(name)).toEqual(["names.en"]);
});

it.each(["Asha", "Asha R.", "Jean-Luc O’Neil", "आशा राव", "ஆஷா", "ఆశా", "আশা", "Dr. Asha (Desk)", "A.R. Rahman", ""])(
  "takes the name of a person: %s",
  (name) => {
    expect(namesRefused(name)).toEqual([]);
  },
);

it.each([
  "Asha\nWhatsApp 98123 45670",
  "Join t.me/thief",
  "Pay thief@okaxis",
  "instagram: thief_77",
  "one\ntwo\nthree\nfour\nfive",
])("a signature leads to no channel but ours: %s", (signature) => {
  expect(signaturesRefused(signature)).toEqual(["signatures.hi"]);
});

it("a signature may name our own channels", () => {
  expect(signaturesRefused("Asha\nsupport@example.com\nWhatsApp +91 90000 00001")).toEqual([]);
});

it("a name and a signature name nobody together, also by the fallback between languages", () => {
  const split = { names: { en: "Asha nine eight one two three" }, signatures: { hi: "four five six seven zero" } };
  expect(Object.keys(profileProblems(split, isOurs))).not.toEqual([]);
});

it("one text serves all languages if the others are empty", () => {
  expect(textFor({ hi: "आशा" }, "ta")).toBe("आशा");
  expect(textFor({ hi: "आशा", en: "Asha" }, "ta")).toBe("Asha");
  expect(textFor({ hi: "आशा", en: "Asha", ta: "ஆஷா" }, "ta")).toBe("ஆஷா");
  expect(textFor({}, "ta")).toBe("");
});

it("takes initials of any script", () => {
  expect(["Asha", "asha rao", "Asha Devi Rao", "(Dr.) Asha Rao", "आशा राव", "கீதா"].map(initialsOf)).toEqual([
    ..."A AR AR DR आरा கீ".split(" "),
  ]);
});

it("puts a signature below a reply once, and takes it off again", () => {
  const signed = withSignature("It is paid.\n", "Asha\nFront desk");
  expect(signed).toBe("It is paid.\n\nAsha\nFront desk");
  expect(withSignature(signed, "Asha\nFront desk")).toBe(signed);
  expect(withSignature("", "Asha")).toBe("");
  expect(withSignature("Thanks, Asha", "Asha")).toBe("Thanks, Asha\n\nAsha");
  expect(withoutSignature(signed, "Asha\nFront desk")).toBe("It is paid.");
  expect(withoutSignature("It is paid.", "Asha")).toBe("It is paid.");
});
