import type { Brand, BrandInput, BrandRules } from "./brand.ts";
import { onMainHost } from "./pasted.ts";
import { folded, regional, withPlainName } from "./profile-name.ts";

type Warning = "short link";

export const brand: Brand<Warning> = {
  label: "LinkedIn",
  action: "Follow",
  place: "on LinkedIn",
  icon:
    "M4 9h3v11H4zm1.5-5a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 1 0 0-3.5zM9.5 9h3v1.5c.5-1 1.7-1.8 3.3-1.8" +
    " 3.5 0 4.2 2.2 4.2 5.1V20h-3v-5.6c0-1.3 0-3-1.9-3s-2.5 1.4-2.5 2.9V20h-3z",
  isSolid: true,
  opens: {
    pages: [
      { hosts: ["linkedin.com"], path: /^\/(?:in|company)\/[\w.%-]+(?:\/[a-z]+)?$/ },
      { hosts: ["lnkd.in"], path: /^\/[\w-]+$/, warning: "short link" },
    ],
  },
};

export const input: BrandInput<Warning> = {
  field: "url",
  example: "https://www.linkedin.com/company/yourname",
  expected: "the profile's full URL, such as https://www.linkedin.com/company/example",
  warnings: { "short link": "A short link hides where it leads; try this one." },
  usual: (text) => onMainHost(text, "www.linkedin.com", ["linkedin.com", "lnkd.in"]),
  pasted: [
    { at: /(?:^|\.)linkedin\.com\/(?:redir|safety)(?:\/|$)/i, refused: "a redirect" },
    { at: /(?:^|\.)linkedin\.com\/(?:sharing|shareArticle)(?:\/|$)/i, refused: "a share link" },
    {
      at: /(?:^|\.)linkedin\.com\/(?:posts|pulse|events|video|feed\/update|embed|jobs\/view)(?:\/|$)/i,
      refused: "a post",
    },
    { at: /(?:^|\.)linkedin\.com\/(?:login|uas|authwall|checkpoint|signup)(?:\/|$)/i, refused: "a sign-in page" },
    {
      at: /(?:^|\.)linkedin\.com\/(?:feed|help|jobs|learning|legal|messaging|mynetwork|search)(?:\/|$)/i,
      refused: "a page of the service",
    },
  ],
};

export const rules: BrandRules = {
  value: "profile",
  words: "linkedin",
  site: {
    own: regional,
    key: linkedinKey,
    names: (name) => withPlainName(["linkedin.com/in/", "linkedin.com/company/"], name),
    // Names of companies may.
    mayEndWithDot: (rest) => !rest.startsWith("/in/"),
  },
};

function linkedinKey(path: string, { hostname }: URL): string | undefined {
  if (hostname.endsWith("lnkd.in")) return undefined;
  const [, kind, name = ""] = /^\/(in|company)\/([^/]+)(?:\/[a-z]+)?$/.exec(path) ?? [];
  const letters = kind === undefined ? undefined : folded(name);
  return letters === undefined ? undefined : `linkedin.com/${kind}/${letters}`;
}
