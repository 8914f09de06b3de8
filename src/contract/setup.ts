import { z } from "zod";
import { languageCodes } from "#domain/languages.ts";
import { say } from "#copy/server/say.ts";

/** Steps of an owner before visitors come, in this order. */
export const setupSteps = [
  "address",
  "second-factor",
  "recovery-codes",
  "brand",
  "figures",
  "legal",
  "channels",
  "hours",
  "languages",
  "mail",
  "support",
  "second-owner",
  "backups",
  "test-inquiry",
] as const;

export type SetupStep = (typeof setupSteps)[number];

/** Gaps of a step other than a field of the site. */
const setupGaps = [
  "no-public-url",
  "not-https",
  "no-second-factor",
  "no-recovery-codes",
  "figures-offered",
  "no-channel",
  "no-hours",
  "texts-missing",
  "no-mail",
  "mail-untested",
  "support-unset",
  "support-untested",
  "one-owner",
  "owner-invited",
  "no-backups",
  "no-backup-yet",
  "no-inquiry",
  "no-reply",
] as const;

export type SetupGap = (typeof setupGaps)[number];

const supportStateSchema = z.object({
  email: z.string(),
  /** The source that vouches for the address. */
  source: z.enum(["owner", "channel", "host", "nobody"]),
  /** Whether a test is on its way, or has arrived. */
  isSent: z.boolean(),
  hasArrived: z.boolean(),
});

export type SupportState = z.output<typeof supportStateSchema>;

export const arrivedInputSchema = z
  .object({ code: z.string(say("delivery-test.send-code")).trim().max(20, say("delivery-test.send-code")) })
  .meta({ id: "SupportCode" });

const senderSchema = z
  .object({
    setting: z.enum(["mail.from", "incoming.replyTo"]),
    address: z.string(),
    /** The address to add as a channel. */
    suggested: z.string(),
  })
  .meta({ id: "SenderWithoutChannel" });

export type SenderWithoutChannel = z.output<typeof senderSchema>;

/** State of the set-up, for owners. */
export const setupStateSchema = z
  .object({
    support: supportStateSchema,
    /** Addresses of our emails on a domain that no active email or website channel has. */
    senders: z.array(senderSchema),
    /**
     * The languages that lack something which owners wrote in English: how many texts of the site, and how many
     * descriptions of active channels. Missing in responses of older servers.
     */
    missing: z.array(z.object({ language: z.enum(languageCodes), texts: z.int(), descriptions: z.int() })).optional(),
    steps: z.array(
      z.object({
        name: z.enum(setupSteps),
        isDone: z.boolean(),
        /** Gaps of the step; empty if it is done. */
        gaps: z.array(z.enum(setupGaps)),
        /** Paths of the fields of the site that are still to be filled in. */
        fields: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: "SetupState" });

export type SetupState = z.output<typeof setupStateSchema>;
