/**
 * A small model of what browsers, diallers, mail programs and the brands' apps open for a text. It is written
 * independently of the rules of `/verify`, which it tests. If programs may differ, each reading is a separate place.
 */

/** A destination of a text, such as `tel:+919000000001`, `telegram:name` or `web:example.com/path`. */
export type Place = string;

const shownElsewhere = /[\u061c\u200f\u202b\u202e\u2067]/;
const rightToLeft = /[\u0590-\u065f\u066a-\u08ff]/;
const unseen = "\u200b\u200e\u202a\u202c\u202d\u2060\u2066\u2068\u2069\ufeff\ufe0f";
const around = new RegExp(
  `^[\\s\\p{Cf}\ufe0f<>()\\[\\]"'“”‘’*\`]+|[\\s\\p{Cf}\ufe0f<>()\\[\\]"'“”‘’*\`.,;:!?।]+$`,
  "gu",
);
const labels =
  /^(?:whats ?app|telegram|instagram|facebook|fb|youtube|twitter|linkedin|phone|website|e-?mail)(?:\s*:|\b)\s*/iu;

/** All destinations of a text. None if it holds several things, or shows in another order than it is stored. */
export function placesOf(asked: string): Place[] {
  const text = asked.replace(/(?<![\p{L}\p{N}])(?:tel|sms|callto)\s*:(?:\/\/)?(?=[^\p{L}])/iu, "");
  if (shownElsewhere.test(text) || rightToLeft.test(text)) return [];
  const label = labels
    .exec(text.replace(around, ""))?.[0]
    .replace(/[\s:]/g, "")
    .toLowerCase()
    .replace(/^fb$/, "facebook");
  const tokens = text
    .trim()
    .split(/\s+/u)
    .map((token) => token.replace(around, ""));
  // A name labelled with a brand is not a site.
  const isName = (token: string) => label !== undefined && tokens.length === 2 && /^[^@/:]+$/.test(token);
  const links = tokens.filter((token) => isLink(token) && !isName(token));
  const names = tokens.filter((token) => /^@[^\s/]+$/u.test(token));
  let rest = text;
  for (const token of [...links, ...names]) rest = rest.replace(token, "\n");
  const numbers = numbersIn(rest);
  const found = links.length + names.length + numbers.length;
  if (found > 1) return [];
  if (numbers[0] !== undefined) return numberPlaces(numbers[0]);
  if (links[0] !== undefined) return linkPlaces(links[0]);
  const words = text.replace(around, "").replace(labels, "").replace(around, "");
  const name = names[0] ?? (/^\S+$/u.test(words) ? words : "");
  if (name === "") return [];
  const site = label !== undefined && isLink(name) && !name.startsWith("@") ? webPlaces(name) : [];
  return [...namePlaces(name.replace(/^@/, ""), label), ...site];
}

function isLink(token: string): boolean {
  if (/^[+＋(]*[\p{Nd}()./\u2010-\u2015+-]+(?:;?ext[.=]?|x)?\p{Nd}*$/iu.test(token)) return false;
  return /^[a-z][a-z\d+.-]*:\S/iu.test(token) || /^[^@\s/?#]*[^\s@.]\.[^\s@.]\S*$|^[^@\s]+@\S+\.\S+$/u.test(token);
}

function namePlaces(name: string, label: string | undefined): Place[] {
  if (name.normalize("NFKC") !== name) return [];
  const brands = ["telegram", "instagram", "facebook", "youtube", "twitter", "linkedin"];
  const meant = label === undefined || !brands.includes(label) ? (label === undefined ? brands : []) : [label];
  return meant.map((brand) => `name:${brand}:${letters(brand, name)}`);
}

const letters = (brand: string, name: string) =>
  brand === "facebook" ? name.toLowerCase().replaceAll(".", "") : name.toLowerCase();

/** Numbers of at least three digits, each up to the next character that no dialler accepts. */
function numbersIn(text: string): string[] {
  const shape = new RegExp(
    `[+＋(]*[\\p{Zs}().${unseen}-]*\\p{Nd}(?:[\\p{Nd}\\p{Zs}()./\\u2010-\\u2015${unseen}-]*\\p{Nd})?(?:(?:[^\\p{L}\\p{Nd}\n]*;ext=|[^\\p{L}\\p{Nd}\n]*ext\\.?\\p{Zs}?|[^\\p{L}\\p{Nd}\n]*x\\p{Zs}?)\\p{Nd}+)?`,
    "giu",
  );
  return (text.match(shape) ?? []).filter((number) => (number.match(/\p{Nd}/gu) ?? []).length > 2);
}

function numberPlaces(written: string): Place[] {
  let zero: number | undefined;
  let isMixed = false;
  const ascii = written.replaceAll("＋", "+").replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    isMixed ||= zero !== undefined && zero !== code - value;
    zero = code - value;
    return String(value);
  });
  // Readers confuse digits of different scripts; Arabic digits are shown from right to left.
  if (isMixed || (zero === 0x660 && /\d[^\d]+\d/.test(ascii))) return [];
  const [, number = "", extension = ""] =
    /^(.*?)(?:(?:[^\p{L}\d]*;ext=|[^\p{L}\d]*ext\.? ?|[^\p{L}\d]*x ?)(\d+))?$/isu.exec(ascii) ?? [];
  const dialled = number.replace(/[^\d+]/g, "").replace(/^00/, "+");
  return [`tel:${e164(dialled)}${extension === "" ? "" : `;ext=${extension}`}`];
}

/** The number as dialled in India. */
function e164(number: string): string {
  if (number.startsWith("+")) return number.replace(/^\+(91|44|65)0/, "+$1");
  if (/^0[1-9]\d{9}$/.test(number)) return `+91${number.slice(1)}`;
  if (/^[6-9]\d{9}$|^1[89]\d{9}$/.test(number)) return `+91${number}`;
  return number.length > 10 ? `+${number.replace(/^910/, "91")}` : number;
}

function linkPlaces(token: string): Place[] {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(token)?.[1]?.toLowerCase() ?? "";
  if (scheme === "mailto") return mailPlaces(token.slice(7));
  if (scheme === "tg" || scheme === "whatsapp") return appPlaces(scheme, token);
  if (/^[^@\s/?#]+@[^@\s/:]+$/u.test(token)) return mailPlaces(token);
  return scheme === "" || /^https?$/.test(scheme) || token.includes(".") ? webPlaces(token) : [];
}

function mailPlaces(written: string): Place[] {
  const [address = "", query = ""] = written.split("?", 2);
  const headers = [...looseParams(query)];
  const added = headers.filter(([key]) => /^(?:to|cc|bcc)$/.test(key)).map(([, value]) => value);
  const smuggled = headers.flatMap(([, value]) =>
    [...value.matchAll(/[\r\n]+\w+:([^\r\n]*)/g)].map(([, target = ""]) => target),
  );
  const all = [decode(address), ...added, ...smuggled].flatMap((one) => one.split(/[,;]/));
  return all.map((one) => `mail:${one.trim().toLowerCase()}`);
}

/**
 * Parameters as the most lenient program reads them: names in any case, separators `;` and `&amp;` as well, `phone[]`
 * as `phone`.
 */
function looseParams(query: string): Array<[key: string, value: string]> {
  return query.split(/&amp;|[&;]/).map((pair) => {
    const [key = "", ...value] = pair.split("=");
    return [
      decode(key)
        .toLowerCase()
        .replace(/\[.*\]$/, ""),
      decode(value.join("=").replaceAll("+", " ")),
    ];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Params = (key: string) => string[];
const paramsOf = (query: string): Params => {
  const all = looseParams(query);
  return (key) => all.filter(([name]) => name === key).map(([, value]) => value);
};

function appPlaces(app: string, token: string): Place[] {
  const [, action = "", query = ""] = /^[a-z]+:(?:\/\/)?([^?]*?)\/?\?(.*)$/is.exec(token) ?? [];
  const params = paramsOf(query);
  if (app === "whatsapp")
    return [...(action === "send" ? [] : [`whatsapp-action:${action}`]), ...whatsappParams(params)];
  const known = action === "resolve" || action === "join" ? [] : [`telegram-action:${action}`];
  return [...known, ...telegramParams(params)];
}

const whatsappParams = (params: Params): Place[] => [
  ...params("phone").map((phone) => `tel:+${phone.replace(/^\s+|[^\da-z]/gi, "").replace(/^00/, "")}`),
  ...params("code").map((code) => `whatsapp-group:${code}`),
];

/** Telegram's apps append all parameters of a t.me link to `tg://resolve?domain=`. */
const telegramParams = (params: Params): Place[] => [
  ...params("domain").map((name) => `telegram:${name.toLowerCase()}`),
  ...params("invite").map((hash) => `telegram-invite:${hash}`),
  ...["phone", "attach", "startattach", "startapp", "proxy", "server"].flatMap((key) =>
    params(key).map((value) => `telegram-${key}:${value}`),
  ),
];

function webPlaces(token: string): Place[] {
  const written = /^https?:/i.test(token) ? token : `https://${token}`;
  if (!URL.canParse(written)) return [];
  const url = new URL(written);
  if (url.username !== "" || url.password !== "") return [`user:${url.href}`];
  const carried = addressesIn(url);
  if (carried.length > 0)
    return carried.flatMap((address) => (isLink(address) ? linkPlaces(address) : [`web:${address}`]));
  // Apps read the raw path, browsers the normalized one.
  const [, raw = ""] = /^https?:[/\\]*[^/\\?#]*([^?#]*)/is.exec(written) ?? [];
  const host = url.hostname.replace(/\.$/, "").replace(/^(?:www\.)+/, "");
  const inBrowser = url.pathname.split("/").slice(1).map(decode);
  const inApp = raw.split(/[/\\]/).slice(1).map(decode);
  const paths = [inBrowser, inApp].map((path) => (path.at(-1) === "" ? path.slice(0, -1) : path));
  const params = paramsOf(url.search.slice(1));
  const isRoute = /[/!]/.test(url.hash);
  const port = url.port === "" ? "" : `:${url.port}`;
  if (host === "web.telegram.org" && port === "" && /^\/[akz]?\/?$/.test(url.pathname) && url.search === "") {
    const shown = /^#@(\w+)$/.exec(url.hash)?.[1];
    return [shown === undefined ? `web:${url.href}` : `telegram:${shown.toLowerCase()}`];
  }
  return paths.flatMap((path) => {
    const page = `web:${host}${port}/${path.join("/")}${url.search}${isRoute ? url.hash : ""}`;
    const places = port === "" && !isRoute ? brandPlaces(host, path, params) : [];
    return places.length === 0 ? [page] : places;
  });
}

/** Services that lead on: whichever of these parameters a browser or the service reads, of any name's spelling. */
const leadsOn: ReadonlyArray<[host: RegExp, path: RegExp, names: readonly string[]]> = [
  [/\.safelinks\.protection\.outlook\.com$/, /^/, ["url"]],
  [/^lm?\.facebook\.com$|^(?:m\.)?facebook\.com$/, /^\/l\.php/, ["u"]],
  [/^l\.instagram\.com$/, /^/, ["u"]],
  [/^google\.com$/, /^\/url$/, ["q", "url"]],
  [/^(?:m\.)?youtube\.com$/, /^\/redirect$/, ["q"]],
];

function addressesIn(url: URL): string[] {
  const host = url.hostname.replace(/\.$/, "").replace(/^(?:www\.)+/, "");
  if (/^urldefense\.com$/.test(host)) {
    const [, address = ""] = /\/v3\/__(.*)__;!!/.exec(url.href) ?? [];
    return address === "" || address.includes("*") ? [] : [address];
  }
  const [, , names] = leadsOn.find(([where, path]) => where.test(host) && path.test(url.pathname)) ?? [];
  if (names === undefined) return [];
  const port = url.port === "" ? [] : [`port:${url.port}`];
  const all = looseParams(url.search.slice(1)).filter(([name, value]) => names.includes(name) && value !== "");
  return [...port, ...all.map(([, value]) => value + url.hash)];
}

/** The profile, chat or group of a page on a brand's host; empty if it is nobody's. */
function brandPlaces(host: string, path: readonly string[], params: Params): Place[] {
  const [first = "", second = ""] = path;
  const name = first.replace(/^@/, "").toLowerCase();
  const isAlone = path.length === 1;
  const sub = /^(\w+)\.t\.me$/.exec(host)?.[1];
  if (sub !== undefined) return [`telegram:${[sub, ...path].join("/")}`, ...telegramParams(params)];
  if (/^(?:t\.me|telegram\.(?:me|dog))$/.test(host)) return [...telegramPath(path), ...telegramParams(params)];
  // The app keeps the digits of a number that begins with one or with `+`; `00` is another way to write `+`.
  if (host === "wa.me") {
    const number = /^\+?\d[\d ().-]*$/.test(first) ? first.replace(/\D/g, "").replace(/^00/, "") : first;
    return [`tel:+${number}${path.slice(1).join("/")}`, ...whatsappParams(params)];
  }
  if (/^(?:api|web)\.whatsapp\.com$/.test(host))
    return first === "send" && isAlone ? whatsappParams(params) : [`whatsapp-page:${path.join("/")}`];
  if (host === "chat.whatsapp.com")
    return [`whatsapp-group:${path.filter((part) => part !== "invite").join("/")}`, ...whatsappParams(params)];
  if (/^(?:[a-z-]+\.)?(?:facebook|fb)\.com$|^(?:[a-z-]+\.)?m\.me$/.test(host)) {
    const id =
      /^\d+$/.test(first) && isAlone ? first : /^(?:people|pages)$/.test(first) && path.length === 3 ? path[2] : "";
    const ids = [...(id === "" || id === undefined ? [] : [id]), ...params("id")];
    const named =
      first === "profile.php" || id !== "" ? [] : [`facebook:${isAlone ? letters("facebook", name) : path.join("/")}`];
    return [...named, ...ids.map((one) => `facebook-id:${one}`)];
  }
  if (/^(?:[a-z-]+\.)?ig\.me$/.test(host))
    return first === "m" && path.length === 2 ? [`instagram:${second.toLowerCase()}`] : [];
  if (/^(?:[a-z-]+\.)?(?:instagram\.com|instagr\.am)$/.test(host))
    return [
      first === "_u" && path.length === 2
        ? `instagram:${second.toLowerCase()}`
        : `instagram:${isAlone ? name : path.join("/")}`,
    ];
  if (/^(?:[a-z-]+\.)?youtube\.com$/.test(host) && first.startsWith("@"))
    return [`youtube:${name}`, ...params("next").map((next) => `next:${next}`)];
  if (/^(?:[a-z-]+\.)?(?:x|twitter)\.com$/.test(host)) return [`twitter:${isAlone ? name : path.join("/")}`];
  if (/^(?:[a-z-]+\.)?linkedin\.com$/.test(host)) return [`linkedin:${first}/${second.toLowerCase()}`];
  return [];
}

function telegramPath(path: readonly string[]): Place[] {
  const [first = "", second] = path[0] === "s" ? path.slice(1) : path;
  const hash = first === "joinchat" ? second : /^\+(.+)$/.exec(first)?.[1];
  if (hash !== undefined) return [`telegram-invite:${hash}`];
  const rest = path.slice(path[0] === "s" ? 2 : 1);
  return [["telegram:" + first.replace(/^@/, "").toLowerCase(), ...rest].join("/")];
}
