import type { Brand, BrandInput, BrandRules, Links, Page } from "./brand.ts";
import { parseBrandUrl } from "./open-page.ts";
import { appQuery } from "./pasted.ts";

type Warning = "short telegram name";

const namePage: Page<Warning> = {
  hosts: ["t.me", "telegram.me", "telegram.dog"], // Telegram's link documentation: one and the same.
  // Telegram's link documentation: 5 to 32 of A-Z a-z 0-9 _; shorter ones exist as paid names, single letters do not.
  path: /^\/(\w{2,32})$/,
  usual: /^\w{5,}$/,
  warning: "short telegram name",
};

// Telegram's link documentation: reserved names, and the other pages on t.me.
const reserved =
  /^(?:addemoji|addlist|addstickers|addstyle|addtheme|auction|auth|bg|boost|call|confirmphone|contact|giftcode|invoice|iv|joinchat|login|msg|nft|proxy|setlanguage|share|socks|web|www)$/i;

const links: Links<Warning> = {
  profile: { name: /^\w+$/, start: "https://t.me/" },
  reserved,
  // Telegram's link documentation: NAME.t.me is t.me/NAME.
  nameInHost: { shape: /^(\w+)\.t\.me$/, host: "t.me" },
  pages: [
    // Telegram's link documentation: `start` is a bot's parameter, up to 64 characters of base64url.
    { ...namePage, param: { key: "start", shape: /^[\w-]{1,64}$/ } },
    namePage,
    // Telegram's link documentation: invites, and t.me/+DIGITS for a phone number. Hashes are case-sensitive.
    { hosts: namePage.hosts, path: /^\/(?:\+|joinchat\/)[\w-]{5,64}$/ },
  ],
};

export const brand: Brand<Warning> = {
  label: "Telegram",
  action: "Open",
  place: "on Telegram",
  icon: "M21 4 2 11l5 2 11-7-8 8v5l3-3 4 4z",
  isSolid: true,
  opens: links,
};

export const input: BrandInput<Warning> = {
  field: "url",
  example: "https://t.me/yourchannel",
  expected: "the channel's full URL on t.me or its @name, such as https://t.me/example",
  warnings: {
    "short telegram name": "Telegram names of fewer than 5 characters are rare, paid ones; try this one.",
  },
  usual: usualTelegram,
  pasted: [
    { at: /^(?:t\.me|telegram\.(?:me|dog))\/(?:share|msg)(?:\/|$)/i, refused: "a share link" },
    { at: /^(?:t\.me|telegram\.(?:me|dog))\/iv$/i, refused: "a redirect" },
    { at: /^(?:t\.me|telegram\.(?:me|dog))\/(?:auth|login|confirmphone)(?:\/|$)/i, refused: "a sign-in page" },
    { at: /^(?:t\.me|telegram\.(?:me|dog))\/(?:c\/\d+|(?:s\/)?\w+)(?:\/\d+)+$/i, refused: "a post" },
    { at: /^(?:t\.me|telegram\.(?:me|dog))\/\w+\/s\/\d+$/i, refused: "a post" },
  ],
};

export const rules: BrandRules = {
  value: "profile or name",
  words: "telegram|tg",
  site: {
    hosts: [...namePage.hosts, "web.telegram.org"],
    // Any other subdomain of t.me is a username.
    own: /^www\.$/,
    nameInHost: /^(?!www\.)(\w{2,32})\.t\.me$/,
    key: telegramKey,
    // Telegram's link documentation: pages and calls of the same channel.
    harmless: /^(?:boost|direct|profile|videochat|voicechat|livestream)$/,
    // Telegram Web opens a chat by its fragment.
    fragment: /^(?:#@?[\w-]*)?$/,
    names: (name) => [`https://t.me/${name}`],
  },
  scheme: {
    scheme: "tg",
    inWeb: telegramInWeb,
    exact: [
      [/^tg:(?:\/\/)?resolve\/?\?(.*)$/i, "domain", /^\w{2,32}$/],
      [/^tg:(?:\/\/)?join\/?\?(.*)$/i, "invite", /^[\w-]{5,64}$/],
    ],
  },
};

/**
 * Telegram's link documentation: names ignore case, also in `t.me/s/name` and message links; hashes are case-sensitive.
 */
function telegramKey(path: string, { hostname, hash: fragment }: URL): string | undefined {
  if (hostname === "web.telegram.org") {
    const shown = /^(?:\/[akz])?$/.test(path) ? /^#@(\w{2,32})$/.exec(fragment)?.[1] : undefined;
    return shown && `t.me/${shown.toLowerCase()}`;
  }
  // People also put the `@` of a name into its link.
  const name = /^\/(?:s\/)?(?:@|%40)?(\w{2,32})(?:\/\d+)?$/.exec(path)?.[1];
  if (name !== undefined && !reserved.test(name)) return `t.me/${name.toLowerCase()}`;
  const hash = /^\/(?:\+|%2B|joinchat\/)([\w-]{5,64})$/i.exec(path)?.[1];
  return hash === undefined ? undefined : `t.me/+${hash}`;
}

function telegramInWeb(action: string, values: URLSearchParams): string | undefined {
  const name = action === "resolve" ? values.get("domain") : null;
  const invite = action === "join" ? values.get("invite") : null;
  if (name !== null) return `https://t.me/${name}`;
  return invite === null ? undefined : `https://t.me/+${invite}`;
}

/** Links to the app, to the page that shows a channel's posts, and to Telegram Web. */
function usualTelegram(text: string): string | undefined {
  const app = appQuery(text, /^tg:(?:\/\/)?resolve\/?\?(.*)$/i);
  const name = app?.get("domain") ?? "";
  const start = app?.get("start") ?? "";
  if (/^\w{2,32}$/.test(name)) return `https://t.me/${name}${/^[\w-]+$/.test(start) ? `?start=${start}` : ""}`;
  const invite = appQuery(text, /^tg:(?:\/\/)?join\/?\?(.*)$/i)?.get("invite") ?? "";
  if (/^[\w-]{5,64}$/.test(invite)) return `https://t.me/+${invite}`;
  const { url, host = "", path = "" } = parseBrandUrl(text) ?? {};
  const shown = /^(?:www\.)?(?:t\.me|telegram\.(?:me|dog))$/.test(host)
    ? /^\/(?:s\/@?|@)(\w+)$/.exec(path)
    : host === "web.telegram.org" && /^(?:\/[akz])?$/.test(path)
      ? /^#@(\w+)$/.exec(url?.hash ?? "")
      : null;
  return shown?.[1] && `https://t.me/${shown[1]}`;
}
