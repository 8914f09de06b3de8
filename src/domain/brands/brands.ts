import type { Brand } from "./brand.ts";
import { email } from "./email.ts";
import { facebook } from "./facebook.ts";
import { instagram } from "./instagram.ts";
import { linkedin } from "./linkedin.ts";
import { phone } from "./phone.ts";
import { telegram } from "./telegram.ts";
import { twitter } from "./twitter.ts";
import { website } from "./website.ts";
import { whatsapp } from "./whatsapp.ts";
import { withdrawalProof } from "./withdrawal-proof.ts";
import { youtube } from "./youtube.ts";

/** Every channel type, in the order in which they are offered. */
export const brands = {
  phone,
  whatsapp,
  email,
  telegram,
  withdrawal_proof: withdrawalProof,
  youtube,
  instagram,
  facebook,
  twitter,
  linkedin,
  website,
} satisfies Record<string, Brand<string>>;

export type ChannelType = keyof typeof brands;

// The keys of an object literal.
export const channelTypes = Object.keys(brands) as ChannelType[];
