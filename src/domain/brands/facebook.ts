import type { Brand, BrandInput, BrandRules, Page } from "./brand.ts";
import { onMainHost } from "./pasted.ts";
import { dottedName, regional } from "./profile-name.ts";

type Warning = "odd facebook name" | "short link";

const namePage: Page<Warning> = {
  hosts: ["facebook.com", "fb.com", "m.me"],
  path: /^\/([\w.%-]+)$/,
  usual: /^[A-Za-z\d.]{5,}$/, // Third-party notes: 5 or more letters, digits, dots.
  warning: "odd facebook name",
};

const reserved = /^(?:.*\.php|dialog|flx|help|l|log(?:in|out)|plugins|recover|settings|sharer?|watch)$/i;

export const brand: Brand<Warning> = {
  label: "Facebook",
  action: "Follow",
  place: "on Facebook",
  icon: "M10 21v-8H7v-3h3V8q0-5 6-4v3q-3-1-3 1v2h3v3h-3v8z",
  isSolid: true,
  opens: {
    profile: { name: /^(?:[\w.-]+|profile\.php\?id=\d+)$/, start: "https://facebook.com/" },
    reserved,
    pages: [
      namePage,
      { hosts: namePage.hosts, path: /^\/profile\.php$/, param: { key: "id", shape: /^\d{1,20}$/ } },
      { hosts: namePage.hosts, path: /^\/(?:(?:groups|p|share)\/[\w.%-]+|(?:pages|people)\/[\w.%-]+\/\d+)$/ },
      { hosts: ["fb.me"], path: /^\/[\w.-]+$/, warning: "short link" },
    ],
  },
  app: {
    page: /^https:\/\/(?:(?:www|m)\.)?(?:facebook|fb)\.com\/([A-Za-z\d.]{5,})\/?$/,
    // https://developers.facebook.com/docs/messenger-platform/discovery/m-me-links
    start: "https://m.me/",
    screens: "all",
    label: "Message us on Messenger",
  },
};

export const input: BrandInput<Warning> = {
  field: "url",
  example: "https://www.facebook.com/yourpage",
  expected: "the page's full URL or its name, such as https://facebook.com/example",
  warnings: {
    "odd facebook name": "Facebook names have 5 or more letters, digits and dots; try this one.",
    "short link": "A short link hides where it leads; try this one.",
  },
  usual: (text) => onMainHost(text, "facebook.com", ["facebook.com", "fb.com", "m.me", "fb.me"]),
  pasted: [
    { at: /^(?:fb\.watch\/|fb\.gg\/v\/)/, refused: "a post" },
    { at: /^lm?\.(?:facebook|messenger)\.com\/|facebook\.com\/(?:l\.php|flx)(?:\/|$)/i, refused: "a redirect" },
    { at: /(?:facebook|fb)\.com\/(?:sharer?(?:\.php|\/sharer\.php)?|dialog\/.*)$/i, refused: "a share link" },
    {
      at: /(?:facebook|fb)\.com\/(?:login|recover|checkpoint|reg|r\.php|logout)(?:\.php|\/|$)/i,
      refused: "a sign-in page",
    },
    {
      at: /(?:facebook|fb)\.com\/(?:(?:watch|reels?|stor(?:y|ies)|photos?|videos?|events|hashtag|permalink|media)(?:\.php|\/|$)|share\/[prv]\/|[^/]+\/(?:posts|videos|photos|reels)\/)/i,
      refused: "a post",
    },
    {
      at: /(?:facebook|fb)\.com\/(?:about|ads|business|gaming|help|home(?:\.php)?|marketplace|messages|policies|privacy|search|settings|friends|bookmarks)(?:\/|$)/i,
      refused: "a page of the service",
    },
    { at: /(?:facebook|fb)\.com\/share\/[^/]+$/i, warning: "short link" },
  ],
};

export const rules: BrandRules = {
  value: "profile or name",
  words: "facebook|fb|messenger",
  site: {
    own: regional,
    key: facebookKey,
    names: (name) => [`https://facebook.com/${name}`],
    // The address of a profile without a name.
    withHost: (text) => (/^profile\.php\?id=\d+$/.test(text) ? `https://facebook.com/${text}` : undefined),
  },
  needed: [[/^\/profile\.php$/, "id", /^\d{1,20}$/]],
};

/** Usernames ignore dots and case (https://www.facebook.com/help/105399436216001). */
function facebookKey(path: string, { hostname, searchParams }: URL): string | undefined {
  if (hostname.endsWith("fb.me")) return undefined;
  const id = /^\/profile\.php$/i.test(path)
    ? searchParams.get("id")
    : /^\/(?:(?:pages|people)\/[^/]+\/)?(\d+)$/.exec(path)?.[1];
  if (id !== undefined && id !== null && /^\d{1,20}$/.test(id)) return `facebook.com/profile.php?id=${id}`;
  const name = dottedName.exec(path)?.[1];
  if (name === undefined || reserved.test(name)) return undefined;
  const letters = name.toLowerCase().replaceAll(".", "");
  // A name without dots may be one of Facebook's own pages.
  return letters === "" || /^\d+$/.test(letters) || reserved.test(letters) ? undefined : `facebook.com/${letters}`;
}
