import type { z } from "zod";
import { type Site, siteSchema } from "#contract/site.ts";
import { liveSite } from "./site/live-site.ts";

/** Made-up figures and an address, for the demo and for tests: a real site shows none that its owner has not entered. */
export const exampleSite: z.input<typeof siteSchema> = {
  figures: {
    users: "10K+",
    winners: "5K+",
    secure: "100%",
    payouts: "₹2M+",
    telegramMembers: "1.3K",
    instagramFollowers: "4.6K",
    facebookFollowers: "3.8K",
    rating: "4.9/5",
    whatsappResponse: "30 seconds",
    messageResponse: "5 minutes",
  },
  support: { email: "support@example.com" },
};

/** A configuration with that site, in the place of the one without any. */
export function withExampleSite<Config extends { site: Site; siteFile: Site }>(config: Config): Config {
  const siteFile = siteSchema.parse(exampleSite);
  return { ...config, siteFile, site: liveSite(siteFile) };
}
