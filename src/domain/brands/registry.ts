import type { BrandFile } from "./brand.ts";
import * as email from "./email.ts";
import * as facebook from "./facebook.ts";
import * as instagram from "./instagram.ts";
import * as linkedin from "./linkedin.ts";
import * as phone from "./phone.ts";
import * as telegram from "./telegram.ts";
import * as twitter from "./twitter.ts";
import * as website from "./website.ts";
import * as whatsapp from "./whatsapp.ts";
import * as withdrawalProof from "./withdrawal-proof.ts";
import * as youtube from "./youtube.ts";

/**
 * Every channel type, in the order in which they are offered. For `brands.ts`, `brand-inputs.ts` and `brand-rules.ts`
 * only: the build gives browsers one part of it in each (`partsOfBrands` in vite.config.ts).
 */
export const registry = {
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
} satisfies Record<string, BrandFile>;
