import { z } from "zod";
import { isTimeZone } from "./hours.ts";

const text = (max: number) => z.string().trim().min(1).max(max);
const day = z.iso.date();
const color = z.string().regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #ff9933");

const brand = (name: string, tagline: string, fill: string) =>
  z
    .strictObject({
      name: text(40).default(name),
      tagline: text(120).default(tagline),
      /** Fill of buttons and accents; the ink on it is computed to stay readable. */
      color: color.default(fill),
    })
    .prefault({});

const helpline = z.strictObject({
  name: text(80),
  phone: z
    .string()
    .regex(/^\+?[0-9][0-9 -]{1,20}$/, "must be a number such as 14416")
    .optional(),
  url: z.url({ protocol: /^https$/, error: "must be an https address" }).optional(),
  note: text(160).optional(),
});

/**
 * The owner's configuration of the site: names, figures, colours and legal details on its pages. Each key is optional;
 * `docs/operating.md` lists them. Unknown keys are rejected, as they are usually typos.
 */
export const siteSchema = z.strictObject({
  brands: z
    .strictObject({
      home: brand("Saffron Exchange", "Cricket and gaming, one trusted desk", "#ff9933"),
      contact: brand("Saffron Support", "The support desk of Saffron Exchange", "#ffb347"),
    })
    .prefault({}),
  figures: z
    .strictObject({
      users: text(12).default("10K+"),
      winners: text(12).default("5K+"),
      secure: text(12).default("100%"),
      payouts: text(12).default("₹2M+"),
      telegramMembers: text(12).default("1.3K"),
      instagramFollowers: text(12).default("4.6K"),
      facebookFollowers: text(12).default("3.8K"),
      rating: text(12).default("4.9/5"),
      whatsappResponse: text(24).default("30 seconds"),
      messageResponse: text(24).default("5 minutes"),
    })
    .prefault({}),
  words: z
    .strictObject({
      homeLead: text(240).default(
        "Cricket and gaming exchange support that answers. Only the channels on this page are ours.",
      ),
      contactTitle: text(80).default("Talk to our team"),
      contactLead: text(240).default(
        "Pick the channel you like. Each one below is genuine and reaches our own people.",
      ),
      inquiryAccepted: text(240).default(
        "Thank you. Your message has reached our team, and we will get back to you soon.",
      ),
    })
    .prefault({}),
  support: z
    .strictObject({
      email: z.email().default("support@example.com"),
      /** Address for vulnerability reports, if different. */
      securityEmail: z.email().optional(),
    })
    .prefault({}),
  helplines: z
    .array(helpline)
    .min(1)
    .max(8)
    .default([
      { name: "Tele-MANAS", phone: "14416", url: "https://telemanas.mohfw.gov.in/", note: "India, free, 24 hours" },
      { name: "Gambling Therapy", url: "https://www.gamblingtherapy.org/", note: "Free online support, worldwide" },
    ]),
  /** Where a visitor can report an impostor to the authorities. */
  reporting: z
    .array(helpline)
    .min(1)
    .max(8)
    .default([
      { name: "National Cyber Crime Reporting Portal", phone: "1930", url: "https://cybercrime.gov.in/" },
      {
        name: "Chakshu, Sanchar Saathi",
        url: "https://sancharsaathi.gov.in/",
        note: "Suspected fraud calls and messages",
      },
    ]),
  legal: z
    .strictObject({
      operator: text(120).default("Saffron Exchange"),
      address: text(240).optional(),
      governingLaw: text(80).default("India"),
      grievanceOfficer: text(120).optional(),
      termsUpdated: day.default("2026-11-01"),
      privacyUpdated: day.default("2026-11-25"),
      /** Days after closing until an inquiry is erased; an owner can change this in the admin area. */
      retentionDays: z.int().min(1).max(3650).default(180),
      /** How long the owner stores backups; 0 if there are none. */
      backupDays: z.int().min(0).max(3650).default(30),
    })
    .prefault({}),
  /** Country of numbers without a country code (ISO 3166-1). */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be a country such as IN")
    .default("IN"),
  /** Time zone of days, and of times shown to the team (an IANA name). */
  timeZone: z.string().refine(isTimeZone, "must be a time zone such as Asia/Kolkata").default("Asia/Kolkata"),
  /** Preview picture for links to this site (1200 × 630). */
  picture: z
    .string()
    .regex(/^(\/[\w./-]+|https:\/\/\S+)$/, "must be a path such as /og.png or an https address")
    .default("/og.png"),
});

export type Site = z.output<typeof siteSchema>;

/** What only the legal pages and the report page show: each byte of the others counts in the first flight. */
export const particularsSchema = siteSchema.pick({ helplines: true, reporting: true, legal: true, support: true });

export type Particulars = z.output<typeof particularsSchema>;

export function particularsOf({ helplines, reporting, legal, support }: Site): Particulars {
  return { helplines, reporting, legal, support };
}

/** The part that every page needs; the rest is for the server only, or for the pages that show it. */
export interface PageSite extends Pick<Site, "figures" | "timeZone"> {
  brands: Record<keyof Site["brands"], Pick<Site["brands"]["home"], "name" | "tagline">>;
  words: Omit<Site["words"], "inquiryAccepted">;
  legal: Pick<Site["legal"], "operator">;
}
export type BrandName = keyof Site["brands"];
