import * as fc from "fast-check";
import type { ChannelType } from "#domain/brands/brands.ts";
import { type Place, placesOf } from "./testing-openings.ts";

/** A channel of a generated list, and how its value and a thief's are usually written. */
export interface Official {
  type: ChannelType;
  value: string;
  /**
   * Places that it opens; a bare name is `name:<brand>:<name>`. A dedicated site is `web:<host>/`, and so is each of
   * its pages.
   */
  places: Place[];
  thief: string;
  /** The variable part of the value, such as a number's digits. */
  own: string;
  writings: ReadonlyArray<(own: string) => string>;
}

/** A text to verify, with the names of the edits that made it hostile. */
export interface Question {
  officials: Official[];
  text: string;
  edits: string[];
}

const numberWritings = [
  (n: string) => `+${n}`,
  (n: string) => `+${n.slice(0, 2)} ${n.slice(2, 7)} ${n.slice(7)}`,
  (n: string) => `00${n}`,
  (n: string) => `0${n.slice(2, 7)}-${n.slice(7)}`,
  (n: string) => `+${n.slice(0, 2)} (0)${n.slice(2)}`,
  (n: string) => `tel:+${n}`,
  (n: string) => `WhatsApp: +${n}`,
  (n: string) => `https://wa.me/${n}`,
  (n: string) => `wa.me/${n}?text=Hello`,
  (n: string) => `https://api.whatsapp.com/send?phone=${n}`,
  (n: string) => `https://web.whatsapp.com/send/?phone=%2B${n}&text=Hi`,
  (n: string) => `whatsapp://send?phone=${n}`,
  (n: string) => `Call us on +${n} today`,
  (n: string) => `https://wa.me/+${n.slice(0, 2)}-${n.slice(2, 7)}-${n.slice(7)}`,
  (n: string) => `wa.me/00${n}`,
  (n: string) => `https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwa.me%2F${n}&data=05%7C01`,
];
const after = (...starts: string[]) => starts.map((start) => (own: string) => start + own);

type Kind = Pick<Official, "type" | "writings"> & {
  from: "number" | "name" | "id" | "hash";
  value: (own: string) => string;
  places: (own: string) => Place[];
};
const named = (brand: string) => (own: string) => [`${brand}:${own}`, `name:${brand}:${own}`];

const kinds: readonly Kind[] = [
  { type: "whatsapp", from: "number", value: (n) => `+${n}`, places: (n) => [`tel:+${n}`], writings: numberWritings },
  { type: "phone", from: "number", value: (n) => `+${n}`, places: (n) => [`tel:+${n}`], writings: numberWritings },
  {
    type: "phone",
    from: "number",
    value: (n) => `+${n} ext. 12`,
    places: (n) => [`tel:+${n};ext=12`],
    writings: [(n) => `+${n} ext. 12`, (n) => `tel:+${n};ext=12`, (n) => `Call +${n} x12 now`],
  },
  {
    type: "whatsapp",
    from: "hash",
    value: (hash) => `https://chat.whatsapp.com/${hash}`,
    places: (hash) => [`whatsapp-group:${hash}`],
    writings: after("https://chat.whatsapp.com/", "chat.whatsapp.com/invite/"),
  },
  {
    type: "telegram",
    from: "name",
    value: (name) => `https://t.me/${name}`,
    places: named("telegram"),
    writings: [
      ...after("@", "", "https://t.me/", "t.me/s/", "https://telegram.me/", "www.t.me/", "Telegram: @", "t.me/@"),
      ...after("tg://resolve?domain=", "tg:resolve?start=1&domain=", "Join our Telegram @"),
      (name) => `https://${name}.t.me`,
      (name) => `https://t.me/${name}/12?single`,
      (name) => `(https://t.me/${name}).`,
      (name) => `https://t.me/${name}?boost`,
      (name) => `https://web.telegram.org/k/#@${name}`,
      (name) => `https://l.facebook.com/l.php?u=https%3A%2F%2Ft.me%2F${name}&h=AT0`,
      (name) => `https://www.google.com/url?sa=t&q=&url=https%3A%2F%2Ft.me%2F${name}`,
      (name) => `https://urldefense.com/v3/__https://t.me/${name}__;!!AbC-1!xYz$`,
    ],
  },
  {
    type: "telegram",
    from: "hash",
    value: (hash) => `https://t.me/+${hash}`,
    places: (hash) => [`telegram-invite:${hash}`],
    writings: after("https://t.me/+", "t.me/joinchat/", "tg://join?invite="),
  },
  {
    type: "facebook",
    from: "id",
    value: (id) => `https://www.facebook.com/profile.php?id=${id}`,
    places: (id) => [`facebook-id:${id}`],
    writings: [
      ...after("https://www.facebook.com/profile.php?id=", "fb.com/", "https://facebook.com/people/Saffron/"),
      (id) => `facebook.com/profile.php?ref=x&id=${id}`,
    ],
  },
  {
    type: "facebook",
    from: "name",
    value: (name) => `https://facebook.com/${name}`,
    places: named("facebook"),
    writings: after("https://www.facebook.com/", "m.me/", "https://hi-in.facebook.com/", "FB: ", "@"),
  },
  {
    type: "instagram",
    from: "name",
    value: (name) => `@${name}`,
    places: named("instagram"),
    writings: [
      ...after("https://instagram.com/", "@", "www.instagram.com/@", "https://ig.me/m/", "Instagram: @"),
      ...after(
        "https://instagr.am/",
        "https://instagram.com/_u/",
        "https://l.instagram.com/?u=https%3A%2F%2Finstagram.com%2F",
      ),
    ],
  },
  {
    type: "youtube",
    from: "name",
    value: (name) => `https://www.youtube.com/@${name}`,
    places: (name) => [`youtube:${name}`, `name:youtube:${name}`],
    writings: [...after("https://www.youtube.com/@", "m.youtube.com/@", "@"), (name) => `youtube.com/@${name}?si=abc`],
  },
  {
    type: "twitter",
    from: "name",
    value: (name) => `https://x.com/${name}`,
    places: named("twitter"),
    writings: [...after("https://x.com/", "twitter.com/", "x.com/@", "@"), (name) => `https://x.com/${name}?s=20`],
  },
  {
    type: "linkedin",
    from: "name",
    value: (name) => `https://www.linkedin.com/company/${name}`,
    places: (name) => [`linkedin:company/${name}`, `name:linkedin:${name}`],
    writings: after("https://www.linkedin.com/company/", "in.linkedin.com/company/", "LinkedIn: "),
  },
  {
    type: "email",
    from: "name",
    value: (name) => `${name}@mail.example`,
    places: (name) => [`mail:${name}@mail.example`],
    writings: [
      (name) => `${name}@mail.example`,
      (name) => `mailto:${name}@mail.example`,
      (name) => `mailto:${name.toUpperCase()}@mail.example?subject=Hi&body=Hello`,
      (name) => `Write to ${name}@mail.example.`,
    ],
  },
  {
    type: "website",
    from: "name",
    value: (name) => `https://${name.replaceAll("_", "")}.site.example`,
    places: (name) => [`web:${name.replaceAll("_", "")}.site.example/`],
    writings: ["", "/", "/a/b?c=d#e", "/help"].flatMap((page) => [
      (name: string) => `https://${name.replaceAll("_", "")}.site.example${page}`,
      (name: string) => `www.${name.replaceAll("_", "")}.site.example${page}`,
    ]),
  },
  {
    type: "website",
    from: "name",
    value: (name) => `https://sites.shared.example/view/${name}`,
    places: (name) => [`web:sites.shared.example/view/${name}`],
    writings: after("https://sites.shared.example/view/", "sites.shared.example/view/"),
  },
  {
    type: "withdrawal_proof",
    from: "name",
    value: (name) => `https://t.me/${name}/5`,
    places: (name) => [`telegram:${name}/5`],
    writings: [(name) => `https://t.me/${name}/5`],
  },
];

/** Parameters that some program reads, for edits that add a thief's. */
const keys = [
  "phone",
  "id",
  "domain",
  "invite",
  "code",
  "to",
  "cc",
  "bcc",
  "attach",
  "startattach",
  "next",
  "u",
  "url",
  "q",
  "boost",
  "Phone",
  "ID",
  "%70hone",
  "%69d",
  "d%6Fmain",
  "phone[]",
  "text",
  "start",
  "subject",
  "body",
];
const marks = [
  "\u202e",
  "\u202b",
  "\u2067",
  "\u2068",
  "\u200f",
  "\u061c",
  "\u200b",
  "\u00ad",
  "\u200e",
  "\u2060",
  "\ufeff",
  "\u180e",
  "\u3164",
];
const dots = ["../", "./", "%2e%2e/", ".%2E/", "..\\", "%2e%2e%2f"];
const twins: Record<string, string> = {
  a: "а",
  e: "е",
  o: "०",
  i: "ı",
  s: "ｓ",
  k: "\u212a",
  "9": "९",
  "8": "৪",
  "0": "о",
  "1": "l",
  ".": "。",
  "/": "⁄",
  "@": "＠",
};

type Edit = (text: string, given: { own: string; thief: string; pick: (count: number) => number }) => string;
const insert = (text: string, at: number, piece: string) => text.slice(0, at) + piece + text.slice(at);
const oneOf = <T>(all: readonly T[], pick: (count: number) => number): T => {
  const one = all[pick(all.length)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
};
const inside = (text: string, own: string, pick: (count: number) => number) =>
  Math.max(text.indexOf(own), 0) + pick(own.length + 1);

/** Edits that redirect a text to a thief, or make it show another value than it opens. */
const edits: Record<string, Edit> = {
  "a parameter added": (text, { thief, pick }) => {
    const pair = `${oneOf(keys, pick)}=${thief}`;
    const sign = oneOf(["&", ";", "&amp;", "#", "&&"], pick);
    if (!text.includes("?")) return `${text}?${pair}`;
    return pick(2) === 0 ? text + sign + pair : text.replace("?", `?${pair}&`);
  },
  "a parameter doubled": (text, { own, thief, pick }) => {
    const pair = /[?&]([^?&=#]+=[^&#]*)/.exec(text)?.[1];
    if (pair === undefined) return `${text}?text=${thief}&text=${own}`;
    const other = pair.replace(own, () => thief);
    return pick(2) === 0 ? `${text}&${other}` : text.replace("?", () => `?${other}&`);
  },
  "dot segments": (text, { own, thief, pick }) => text.replace(own, () => `${thief}/${oneOf(dots, pick)}${own}`),
  "dot segments at the end": (text, { thief, pick }) => `${text}/${oneOf(dots, pick)}${thief}`,
  "a user": (text, { thief, pick }) => {
    const [, scheme = "", rest = text] = /^(\w+:\/\/)?(.*)$/s.exec(text) ?? [];
    return pick(2) === 0 ? `${scheme}${thief}@${rest}` : `${scheme}${rest.split("/")[0]}@evil.example/${rest}`;
  },
  "another host": (text, { thief, pick }) => {
    const host = /[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0] ?? "";
    const other = [
      `${host}.evil.example`,
      `${host}:8443`,
      `${thief}.${host}`,
      `chat.${host}`,
      `m.${host}`,
      host.replace(".", "%2e"),
      host.replace(".", "。"),
      `evil.example/${host}`,
      host.replaceAll(".", "-"),
    ];
    return host === "" ? text : text.replace(host, () => oneOf(other, pick));
  },
  "a mark that nobody sees": (text, { own, pick }) =>
    insert(text, pick(2) === 0 ? pick(text.length + 1) : inside(text, own, pick), oneOf(marks, pick)),
  "a twin letter": (text, { pick }) => {
    const places = Array.from(text).flatMap((letter, at) => (twins[letter] === undefined ? [] : [at]));
    if (places.length === 0) return text;
    const at = oneOf(places, pick);
    return Array.from(text)
      .map((letter, place) => (place === at ? (twins[letter] ?? letter) : letter))
      .join("");
  },
  "digits of another script": (text, { pick }) => {
    const zero = oneOf([0x660, 0x966, 0x9e6, 0xff10], pick);
    const isAll = pick(2) === 0;
    return text.replace(/\d/g, (digit) =>
      isAll || pick(2) === 0 ? String.fromCodePoint(zero + Number(digit)) : digit,
    );
  },
  "an app link": (_text, { own, thief, pick }) =>
    oneOf(
      [
        `whatsapp://chat?code=${thief}&phone=${own}`,
        `whatsapp://send?phone=${own}&phone=${thief}`,
        `whatsapp://send?phone=${thief}&phone=${own}`,
        `tg://resolve?domain=${own}&domain=${thief}`,
        `tg://resolve?domain=${own}&phone=${thief}`,
        `tg://resolve?domain=${thief}/../${own}`,
        `tg://join?invite=${own}&invite=${thief}`,
        `tg://msg?domain=${own}&to=${thief}`,
        `tg://resolve/?start=x&domain=${own}`,
      ],
      pick,
    ),
  "an extension": (text, { pick }) =>
    text.replace(/(?:;ext=|ext\. |x)\d+/, "") + oneOf([" ext. 99", ";ext=1", " x12", " ext. 012", ""], pick),
  "a wrapper": (text, { own, thief, pick }) => {
    const link = /^https?:/.test(text) ? text : `https://${text}`;
    const other = link.replace(own, () => thief);
    const [one, two] = pick(2) === 0 ? [link, other] : [other, link];
    return oneOf(
      [
        `https://nam01.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=05`,
        `https://nam01.safelinks.protection.outlook.com/?url=${encodeURIComponent(one)}&url=${encodeURIComponent(two)}`,
        `https://l.facebook.com/l.php?u=${encodeURIComponent(one)}&U=${encodeURIComponent(two)}`,
        `https://www.google.com/url?q=${encodeURIComponent(one)}&url=${encodeURIComponent(two)}`,
        `https://www.google.com/url?q=${encodeURIComponent(link)}#${thief}`,
        `https://www.google.com/url?q=${link}`,
        `https://youtube.com/redirect?q=${encodeURIComponent(`https://l.instagram.com/?u=${encodeURIComponent(link)}`)}`,
        `https://l.facebook.com.evil.example/l.php?u=${encodeURIComponent(link)}`,
        `https://l.facebook.com@evil.example/l.php?u=${encodeURIComponent(link)}`,
        `https://urldefense.com/v3/__${link}__;!!AbC!x$`,
        `https://urldefense.com/v3/__${one}__;Kg!!AbC!__${two}__;!!x$`,
      ],
      pick,
    );
  },
  "one sign changed": (text, { own, pick }) => {
    const at = inside(text, own, pick);
    return (
      text.slice(0, at) +
      oneOf(["", "0", "1", "a", "_", ".", "-", "(0)", "/", "%", "+", "00"], pick) +
      text.slice(at + pick(2))
    );
  },
  "a fragment": (text, { thief, pick }) => `${text}#${oneOf(["!/", "/", "", "?domain="], pick)}${thief}`,
  "a blank or line break": (text, { own, pick }) =>
    insert(text, inside(text, own, pick), oneOf(["\n", "\t", "\r", " ", "\\", "%0a"], pick)),
  "two things": (text, { own, thief, pick }) =>
    text.includes(own)
      ? text + oneOf([" ", ", ", " or ", "\n", ",", ";"], pick) + text.replace(own, () => thief)
      : text,
  "headers of mail": (text, { thief, pick }) =>
    text +
    oneOf(
      [
        `?bcc=${thief}@evil.example`,
        `?cc=${thief}@evil.example`,
        `&To=${thief}@evil.example`,
        `,${thief}@evil.example`,
        `?subject=%0D%0Abcc:${thief}@evil.example`,
      ],
      pick,
    ),
  "the thief's value": (text, { own, thief }) => text.replace(own, () => thief),
  "a label of another brand": (text, { pick }) =>
    `${oneOf(["Instagram: ", "Telegram ", "Our Facebook is ", "Telegram or X: "], pick)}${text}`,
  "encoded letters": (text, { own, pick }) => {
    const at = inside(text, own, pick);
    const code = text.codePointAt(at);
    return code === undefined || code > 126 ? text : `${text.slice(0, at)}%${code.toString(16)}${text.slice(at + 1)}`;
  },
};
export const editNames = Object.keys(edits);

const digit = fc.constantFrom(..."0123456789".split(""));
const valueOf: Record<Kind["from"], fc.Arbitrary<string>> = {
  number: fc
    .tuple(fc.constantFrom(..."6789".split("")), fc.array(digit, { minLength: 9, maxLength: 9 }))
    .map(([first, more]) => `91${first}${more.join("")}`),
  id: fc.array(digit, { minLength: 12, maxLength: 12 }).map((all) => `1000${all.join("")}`),
  name: fc
    .array(fc.constantFrom(..."abeikmnors".split("")), { minLength: 6, maxLength: 12 })
    .map((all) => `sa${all.join("")}`),
  hash: fc
    .array(fc.constantFrom(..."abcABC123".split("")), { minLength: 12, maxLength: 14 })
    .map((all) => all.join("")),
};
const aChannel = fc.constantFrom(...kinds).chain((kind) =>
  fc.uniqueArray(valueOf[kind.from], { minLength: 2, maxLength: 2 }).map(([own = "", thief = ""]): Official => {
    const { type, writings, value, places } = kind;
    return { type, value: value(own), places: places(own), own, thief, writings };
  }),
);

/** One to four channels, a usual writing of one of them, and up to three edits of it. */
export const questions: fc.Arbitrary<Question> = fc
  .record({
    officials: fc.array(aChannel, { minLength: 1, maxLength: 4 }),
    which: fc.nat(),
    names: fc.array(fc.constantFrom(...editNames), { maxLength: 3 }),
    picks: fc.array(fc.nat(997), { minLength: 12, maxLength: 12 }),
  })
  .map(({ officials, which, names, picks }) => questionOf(officials, which, names, picks));

/** Returns arbitrary questions about a given list. */
export function questionsAbout(officials: Official[]): fc.Arbitrary<Question> {
  return fc
    .tuple(
      fc.nat(),
      fc.array(fc.constantFrom(...editNames), { maxLength: 3 }),
      fc.array(fc.nat(997), { minLength: 12, maxLength: 12 }),
    )
    .map(([which, names, picks]) => questionOf(officials, which, names, picks));
}

function questionOf(officials: Official[], which: number, names: string[], picks: number[]): Question {
  let next = 0;
  const pick = (count: number) => (picks[(next += 1) % picks.length] ?? 0) % count;
  const { own, thief, writings } = oneOf(officials, (count) => which % count);
  let text = oneOf(writings, pick)(own);
  for (const name of names) text = edits[name]?.(text, { own, thief, pick }) ?? text;
  return { officials, text, edits: names };
}

/** The channel kinds as fixed values, for a list that is not random. */
export function officialOf(type: ChannelType, own: string, thief: string, at = 0): Official {
  const kind = kinds.filter((one) => one.type === type)[at];
  if (kind === undefined) throw new Error(`there is no such kind of ${type}`);
  return { type, value: kind.value(own), places: kind.places(own), own, thief, writings: kind.writings };
}

/** Returns whether every program that opens the text reaches this channel and nothing else. */
export function isReached(text: string, { type, places: ours }: Official): boolean {
  const places = placesOf(text);
  const isOurs = (place: Place) =>
    ours.some((one) => {
      // All extensions of our number are ours, and all pages of our site.
      if (one.startsWith("tel:") && !one.includes(";")) return place === one || place.startsWith(`${one};ext=`);
      // A post of a channel belongs to the channel.
      if (type === "telegram" && /\/\d+$/.test(place)) return place.replace(/\/\d+$/, "") === one;
      if (type === "website" && one.endsWith("/")) return place.startsWith(one);
      return place === one || place === `${one}/`;
    });
  if (places.some((place) => place.startsWith("name:"))) return places.some(isOurs);
  return places.length > 0 && places.every(isOurs);
}
