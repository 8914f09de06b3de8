import type { Brand, BrandInput, BrandRules } from "./brand.ts";
import { parseBrandUrl } from "./open-page.ts";
import { onMainHost } from "./pasted.ts";
import { regional } from "./profile-name.ts";

type Warning = "long x name";

const reserved =
  /^(?:account|explore|hashtag|home|i|intent|log(?:in|out)|messages|oauth|redirect|search|settings|share)$/i;

export const brand: Brand<Warning> = {
  label: "X",
  action: "Follow",
  place: "on X",
  icon: "M3.5 4h5.2l4.1 5.6L17.6 4h2.3l-6 7.1 6.6 8.9h-5.2l-4.4-6L5.8 20H3.5l6.3-7.5zM6.7 5.6l9.4 12.8h1.3L8 5.6z",
  isSolid: true,
  opens: {
    reserved,
    pages: [
      {
        hosts: ["x.com", "twitter.com"],
        path: /^\/(\w+)$/,
        usual: /^\w{1,15}$/, // Third-party notes: up to 15 of A-Z a-z 0-9 _
        warning: "long x name",
      },
    ],
  },
};

export const input: BrandInput<Warning> = {
  field: "url",
  example: "https://x.com/yourname",
  expected: "the profile's full URL, such as https://x.com/example",
  warnings: { "long x name": "Names on X have at most 15 letters, digits and underscores; try this one." },
  usual: usualTwitter,
  pasted: [
    { at: /^t\.co\/|(?:x|twitter)\.com\/(?:i\/redirect|redirect)(?:\/|$)/i, refused: "a redirect" },
    {
      at: /(?:^|\.)(?:x|twitter)\.com\/(?:\w+\/(?:status(?:es)?|moments)|i\/(?:web|status|events|spaces|broadcasts|lists))\//i,
      refused: "a post",
    },
    { at: /(?:^|\.)(?:x|twitter)\.com\/(?:intent|share)(?:\/|$)/i, refused: "a share link" },
    {
      at: /(?:^|\.)(?:x|twitter)\.com\/(?:i\/flow|log(?:in|out)|signup|account|oauth)(?:\/|$)/i,
      refused: "a sign-in page",
    },
    {
      at: /(?:^|\.)(?:x|twitter)\.com\/(?:compose|explore|hashtag|home|jobs|messages|notifications|privacy|search|settings|tos|i)(?:\/|$)/i,
      refused: "a page of the service",
    },
  ],
};

export const rules: BrandRules = {
  value: "profile",
  // A single letter may be part of the value.
  words: "twitter|x(?=\\s*:|\\s+@)",
  site: { own: regional, key: twitterKey, names: (name) => [`https://x.com/${name}`] },
};

function twitterKey(path: string): string | undefined {
  const name = /^\/(?:@|%40)?(\w+)$/.exec(path)?.[1];
  return name === undefined || reserved.test(name) ? undefined : `x.com/${name.toLowerCase()}`;
}

function usualTwitter(text: string): string | undefined {
  const onMain = onMainHost(text, "x.com", ["x.com", "twitter.com"]);
  const { host = "", path = "" } = parseBrandUrl(onMain ?? text) ?? {};
  const name = /^(?:www\.|m\.)?(?:x|twitter)\.com$/.test(host) ? /^\/@(\w+)$/.exec(path)?.[1] : undefined;
  return name === undefined ? onMain : `https://x.com/${name}`;
}
