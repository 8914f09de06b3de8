import type { Brand, BrandInput, BrandRules } from "./brand.ts";
import { parseBrandUrl } from "./open-page.ts";
import { appQuery, onMainHost } from "./pasted.ts";
import { dottedName, regional } from "./profile-name.ts";

type Warning = "odd instagram name";

const reserved = /^(?:about|accounts|challenge|direct|emails|explore|l|legal|linkshim|oauth|p|reels?|stories|web)$/i;

export const brand: Brand<Warning> = {
  label: "Instagram",
  action: "Follow",
  place: "on Instagram",
  icon:
    "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8" +
    "a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 1 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5z" +
    "M16.8 6a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 1 0 0-2.4z",
  isSolid: true,
  opens: {
    profile: { name: /^[\w.-]+$/, start: "https://instagram.com/" },
    reserved,
    pages: [
      {
        hosts: ["instagram.com"],
        path: /^\/([\w.-]+)$/,
        usual: /^[\w.]{1,30}$/, // Third-party notes: up to 30 of A-Z a-z 0-9 . _
        warning: "odd instagram name",
      },
      { hosts: ["ig.me"], path: /^\/(?:[mj]\/)?[\w.-]+$/ },
    ],
  },
  app: {
    page: /^https:\/\/(?:(?:www|m)\.)?instagram\.com\/([\w.]{1,30})\/?$/,
    // https://developers.facebook.com/docs/messenger-platform/instagram/features/ig-me-links (not in Instagram on the
    // web)
    start: "https://ig.me/m/",
    screens: "small",
    label: "Message us on Instagram",
  },
};

export const input: BrandInput<Warning> = {
  field: "url",
  example: "https://www.instagram.com/yourname",
  expected: "the profile's full URL or its name, such as https://instagram.com/example",
  warnings: {
    "odd instagram name": "Instagram names have at most 30 letters, digits, dots and underscores; try this one.",
  },
  usual: usualInstagram,
  pasted: [
    { at: /^l\.instagram\.com|instagr(?:am\.com|\.am)\/(?:redirect|linkshim|l)(?:\/|$)/i, refused: "a redirect" },
    { at: /instagr(?:am\.com|\.am)\/(?:[\w.]+\/)?(?:p|reels?|tv|stories|s)(?:\/|$)/i, refused: "a post" },
    { at: /instagr(?:am\.com|\.am)\/(?:share|sharer)(?:\/|$)/i, refused: "a share link" },
    { at: /instagr(?:am\.com|\.am)\/(?:accounts|challenge|oauth|login)(?:\/|$)/i, refused: "a sign-in page" },
    {
      at: /instagr(?:am\.com|\.am)\/(?:about|developer|direct|download|emails|explore|help|legal|nametag|privacy|session|web)(?:\/|$)/i,
      refused: "a page of the service",
    },
  ],
};

export const rules: BrandRules = {
  value: "profile or name",
  words: "instagram|insta|ig",
  site: {
    hosts: ["instagram.com", "ig.me", "instagr.am"],
    own: regional,
    key: instagramKey,
    names: (name) => [`https://instagram.com/${name}`],
  },
};

function instagramKey(path: string, { hostname }: URL): string | undefined {
  const shape = hostname.endsWith("ig.me") ? /^\/m\/([\w.-]+)$/ : dottedName;
  // The app opens `/_u/name`.
  const name = shape.exec(path.replace(/^\/_u(?=\/)/, ""))?.[1];
  return name === undefined || reserved.test(name) ? undefined : `instagram.com/${name.toLowerCase()}`;
}

/** Links to the app, to hosts for phones and the old short host, and `/_u/name`, which opens the app. */
function usualInstagram(text: string): string | undefined {
  const inApp = appQuery(text, /^instagram:\/\/user\/?\?(.*)$/i)?.get("username") ?? "";
  if (/^[\w.]{1,30}$/.test(inApp)) return `https://instagram.com/${inApp}`;
  const onMain = onMainHost(text, "instagram.com", ["instagram.com", "ig.me"], ["instagr.am"]);
  const { host = "", path = "" } = parseBrandUrl(onMain ?? text) ?? {};
  const name = /^(?:www\.|m\.)?instagram\.com$/.test(host) ? /^\/(?:_u\/@?|@)([\w.-]+)$/.exec(path)?.[1] : undefined;
  return name === undefined ? onMain : `https://instagram.com/${name}`;
}
