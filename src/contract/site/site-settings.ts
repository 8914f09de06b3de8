import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { messageFields } from "../message-code.ts";
import { staleProblemSchema } from "../error.ts";
import { oneLineText, requiredLine } from "../text.ts";
import { languageCodes } from "#domain/languages.ts";
import { proposalFields } from "../proposal.ts";
import { figureNames, siteFieldsSchema } from "./site.ts";

const instant = z.iso.datetime();
/** A member's email; null if the program did it. */
const author = z.string().nullable();

const fieldChangesSchema = z.array(
  z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
);

/** A published change of the site. */
const siteChangeSchema = z
  .object({
    /** Counts from 1. */
    number: z.int(),
    at: instant,
    by: author,
    approvedBy: author.optional(),
    changes: fieldChangesSchema,
    /** Whether it changed a text, an address, a number or a link. */
    isSensitive: z.boolean(),
    undoes: z.int().optional(),
    /** Whether all its values are still those that it set. */
    canUndo: z.boolean(),
  })
  .meta({ id: "SiteChange" });

const figureViewSchema = z.object({
  name: z.enum(figureNames),
  /** The product's default. */
  usual: z.string(),
  /** Whether an owner has confirmed, edited or removed it, or the configuration file names another value. */
  isDecided: z.boolean(),
});

export type FigureView = z.output<typeof figureViewSchema>;

export const figureParamsSchema = z.object({ id: z.enum(figureNames) });

/** The value that a figure has confirms it; an empty one takes it off the site. */
export const figureInputSchema = z
  .object({ value: oneLineText(say("site-figure.send-value")) }, { error: say("site-figure.send-value") })
  .meta({ id: "FigureFields" });

/** The site as owners edit it, for them only. */
export const siteViewSchema = z
  .object({
    /** Grows with each change, draft and proposal; in quotes it is the `ETag`. */
    version: z.int(),
    /** Whether the configuration file decides, so that nothing can be changed here. */
    isFixed: z.boolean(),
    /** The published values. */
    values: siteFieldsSchema,
    figures: z.array(figureViewSchema),
    /**
     * An owner's English texts without a translation, by the path of the field for it; missing in responses of older
     * servers.
     */
    missing: z.array(z.object({ language: z.enum(languageCodes), path: z.string() })).optional(),
    /** Saved to go on later; visitors do not see it. */
    draft: z.object({ values: siteFieldsSchema, by: author, at: instant }).nullable(),
    /** A sensitive change that waits for a second owner or its time. */
    proposal: z
      .object({
        id: z.string(),
        changes: fieldChangesSchema,
        ...proposalFields,
      })
      .nullable(),
    /** The last changes, newest first. */
    history: z.array(siteChangeSchema),
  })
  .meta({ id: "SiteSettings" });

export type SiteView = z.output<typeof siteViewSchema>;

/** `SiteFields`, which the service checks: its messages name each field. */
const values = z.record(z.string(), z.unknown(), say("site.send-values"));

export const siteInputSchema = z.object({ values }, { error: say("site.send-values") }).meta({ id: "SiteInput" });

export const siteDraftInputSchema = z
  .object({ values: values.nullable() }, { error: say("site.send-draft") })
  .meta({ id: "SiteDraftInput" });

/** The English text of the notice to take down. */
export const noticeRemovalSchema = z
  .object({ text: requiredLine(say("label.text"), 160) })
  .meta({ id: "NoticeRemoval" });

/** Response 202: the change waits. */
export const siteProposedSchema = z.object({ ...messageFields, site: siteViewSchema }).meta({ id: "SiteProposed" });

export type SiteProposed = z.output<typeof siteProposedSchema>;

/** Response 412: somebody else changed the site meanwhile. */
export const staleSiteSchema = staleProblemSchema.extend({ current: siteViewSchema }).meta({ id: "StaleSite" });
