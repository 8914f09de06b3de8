import type { Brand, BrandRules } from "./brand.ts";
import type { brands, ChannelType } from "./brands.ts";
import { emailRules } from "./email.ts";
import { facebookRules } from "./facebook.ts";
import { instagramRules } from "./instagram.ts";
import { linkedinRules } from "./linkedin.ts";
import { phoneRules } from "./phone.ts";
import { telegramRules } from "./telegram.ts";
import { twitterRules } from "./twitter.ts";
import { websiteRules } from "./website.ts";
import { whatsappRules } from "./whatsapp.ts";
import { withdrawalProofRules } from "./withdrawal-proof.ts";
import { youtubeRules } from "./youtube.ts";

/** The oddities of a brand's links, each of which needs a warning. */
type OddityOf<One> = One extends Brand<infer O> ? O : never;

/**
 * The rules of each channel type. They are apart from `brands.ts` since visitors' browsers need none of them: bundlers
 * leave out a constant that nobody imports, but no part of one.
 */
const brandRules: { [Type in ChannelType]: BrandRules<OddityOf<(typeof brands)[Type]>> } = {
  phone: phoneRules,
  whatsapp: whatsappRules,
  email: emailRules,
  telegram: telegramRules,
  withdrawal_proof: withdrawalProofRules,
  youtube: youtubeRules,
  instagram: instagramRules,
  facebook: facebookRules,
  twitter: twitterRules,
  linkedin: linkedinRules,
  website: websiteRules,
};

export function rulesOf(type: ChannelType): BrandRules<string> {
  return brandRules[type];
}

/** Whether the value is a link: the team's form asks for the full URL. */
export function isLinkType(type: ChannelType): boolean {
  return ["page", "profile", "profile or name"].includes(rulesOf(type).value);
}
