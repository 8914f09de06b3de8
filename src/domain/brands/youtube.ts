import type { Brand, BrandInput, BrandRules } from "./brand.ts";
import { onMainHost } from "./pasted.ts";
import { folded, regional, withPlainName } from "./profile-name.ts";

type Warning = "old youtube link";

export const brand: Brand<Warning> = {
  label: "YouTube",
  action: "Watch",
  place: "on YouTube",
  icon: "M12 5c9 0 10 0 10 7s-1 7-10 7-10 0-10-7 1-7 10-7zM10 9v6l5.2-3z",
  isSolid: true,
  opens: {
    pages: [
      { hosts: ["youtube.com"], path: /^\/(?:@[\w.%-]+|channel\/[\w-]+)(?:\/[a-z]+)?$/ },
      {
        hosts: ["youtube.com"],
        path: /^\/(?:c|user)\/[\w.%-]+(?:\/[a-z]+)?$/,
        warning: "old youtube link", // Third-party notes.
      },
      { hosts: ["youtu.be"], path: /^\/[\w-]+$/ },
    ],
  },
};

export const input: BrandInput<Warning> = {
  field: "url",
  example: "https://www.youtube.com/@yourchannel",
  expected: "the channel's full URL, such as https://www.youtube.com/@example",
  warnings: {
    "old youtube link": "YouTube prefers links such as https://www.youtube.com/@example; try this one.",
  },
  usual: (text) => onMainHost(text, "www.youtube.com", ["youtube.com", "youtu.be"]),
  pasted: [
    { at: /(?:^|\.)youtube\.com\/(?:redirect|attribution_link)$/i, refused: "a redirect" },
    {
      at: /^youtu\.be\/|(?:^|\.)youtube\.com\/(?:watch|shorts|live|embed|playlist|clip|post|v|e)(?:\/|$)/i,
      refused: "a post",
    },
    { at: /(?:^|\.)youtube\.com\/(?:share|share_popup)(?:\/|$)/i, refused: "a share link" },
    {
      at: /^(?:accounts|studio)\.(?:google|youtube)\.com\/|(?:^|\.)youtube\.com\/(?:signin|login|logout|account)(?:\/|$)/i,
      refused: "a sign-in page",
    },
    {
      at: /(?:^|\.)youtube\.com\/(?:feed|results|gaming|hashtag|premium|about|t|howyoutubeworks)(?:\/|$)/i,
      refused: "a page of the service",
    },
  ],
};

export const rules: BrandRules = {
  value: "profile",
  words: "youtube|yt",
  site: { own: regional, key: youtubeKey, names: youtubeNames },
};

function youtubeKey(path: string, { hostname }: URL): string | undefined {
  if (hostname.endsWith("youtu.be")) return undefined;
  const id = /^\/channel\/([\w-]+)(?:\/[a-z]+)?$/.exec(path)?.[1];
  if (id !== undefined) return `youtube.com/channel/${id}`;
  const [, kind, name = ""] = /^\/(@|c\/|user\/)([^/]+)(?:\/[a-z]+)?$/.exec(path) ?? [];
  const letters = kind === undefined ? undefined : folded(name);
  return letters === undefined ? undefined : `youtube.com/${kind}${letters}`;
}

function youtubeNames(name: string): string[] {
  const letters = folded(name);
  const handle = letters === undefined ? [] : [`youtube.com/@${letters}`];
  return [...handle, ...withPlainName(["youtube.com/c/", "youtube.com/user/"], name)];
}
