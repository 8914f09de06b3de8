import type { z } from "zod";
import type { siteSchema } from "./site.ts";

/**
 * Made-up figures and an address, for the demo and for tests: a real site shows none that its owner has not entered.
 */
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
