import { z } from "zod";
import { say, type ServerText } from "#copy/server/say.ts";

export const draftKinds = ["answer", "note"] as const;
export type DraftKind = (typeof draftKinds)[number];

/** Max characters of a draft: more than can be sent, since nothing is cut while somebody writes. */
export const maxDraftLength = 6000;

/** Most drafts that are kept for a member; the oldest go first. */
export const maxDrafts = 100;

/** A text as it stands in its field: not trimmed, which would move the caret. */
const unsentText = (label: ServerText) =>
  z
    .string({
      error: ({ input }) => (input === undefined ? say("field.required", { label }) : say("field.not-text", { label })),
    })
    .overwrite((text) => text.replaceAll("\0", "").toWellFormed())
    .max(maxDraftLength, say("field.too-long", { label, count: maxDraftLength }));

const wrongTime = say("draft.seen-time");

const texts = {
  text: unsentText(say("label.draft")),
  /** The text right after a saved reply was inserted, and the part that was there before; of a reply only. */
  filled: unsentText(say("label.inserted-text")).default(""),
  before: unsentText(say("label.text-before")).default(""),
  /** When the newest entry was written that its member has seen since the text was begun. */
  seenUntil: z
    .string({ error: wrongTime })
    .regex(/^(?:|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/, wrongTime)
    .default(""),
};

const kind = z.enum(draftKinds, { error: say("draft.choose-kind") });

export const draftInputSchema = z.object({ kind, ...texts }).meta({ id: "DraftFields" });

export type DraftInput = z.output<typeof draftInputSchema>;

export const draftQuerySchema = z.object({ kind: kind.optional() });

/** A draft in a list, without its text. */
const stamp = {
  inquiryId: z.string(),
  kind: z.enum(draftKinds),
  /** Grows with each change. */
  version: z.int(),
  savedAt: z.iso.datetime(),
};

export const draftStampSchema = z.object(stamp).meta({ id: "DraftStamp" });

export type DraftStamp = z.output<typeof draftStampSchema>;

export const draftListSchema = z.object({ drafts: z.array(draftStampSchema) }).meta({ id: "DraftList" });

export type DraftList = z.output<typeof draftListSchema>;

const draftSchema = z.object({ ...stamp, ...texts }).meta({ id: "Draft" });

export type StoredDraft = z.output<typeof draftSchema>;

/** The drafts of one inquiry, with their texts. */
export const draftTextsSchema = z.object({ drafts: z.array(draftSchema) }).meta({ id: "DraftTexts" });

export type DraftTexts = z.output<typeof draftTextsSchema>;

/** A stored text; undefined if it is none that this version knows. */
export function storedDraftTexts(stored: Readonly<Record<string, unknown>>): Omit<DraftInput, "kind"> | undefined {
  return z.object(texts).safeParse(stored).data;
}
