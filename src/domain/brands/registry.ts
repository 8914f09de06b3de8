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
 * only: the build gives browsers one part of it in each (`partsOfBrands` in vite.config.ts): visitors' get `brand`, the
 * team's also `input`, and `rules` stay on the server.
 *
 * A type's file has its English. Its further texts: `brands` in the other catalogues; `channels.editor.expected` in
 * `team.arb`, `expected.<type>` in `server.arb`, its name in the terms (`terms` in the catalogues) and in
 * `docs/official-channels.md`. The demo has an example (`server/demo/demo-data.ts`). If its icon has a colour:
 * `web/public/channels/brand-colors.css`. If its links name somebody after a `#`: `domain/lookalike/exact-grammar.ts`,
 * since `/verify` would call our own link a lookalike.
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
