import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { languageCodes } from "#domain/languages.ts";
import { profileLimits } from "#domain/profile.ts";
import { messageCodeSchema } from "../message-code.ts";
import { typedLine, typedLines } from "../text.ts";

const byLanguage = <Text extends z.ZodType>(text: Text) =>
  z.partialRecord(z.enum(languageCodes), text, say("profile.texts-by-language"));

/** Longest picture, in Base64: the browser draws it smaller before it sends it. */
const maxPicture = 60_000;
const noPicture = say("picture.choose");

/**
 * A member's public profile, by language; an empty or missing text is that of another language. `picture`: null removes
 * it, undefined keeps it.
 */
export const profileInputSchema = z
  .object({
    names: byLanguage(typedLine(say("label.display-name"), profileLimits.name)),
    signatures: byLanguage(typedLines(say("label.signature"), profileLimits.signature)),
    picture: z
      .base64(noPicture)
      .min(1, noPicture)
      .max(maxPicture, say("picture.too-large"))
      .nullable()
      .optional()
      .describe("A picture in Base64"),
  })
  .meta({ id: "ProfileFields" });

export type ProfileInput = z.output<typeof profileInputSchema>;

const texts = byLanguage(z.string());

export const profileSchema = z
  .object({
    names: texts,
    signatures: texts,
    /** WebP in Base64, as it is stored. */
    picture: z.string().nullable(),
    /** `waits`: an owner has not let visitors see it yet. */
    pictureState: z.enum(["none", "waits", "shown"]),
    /** Names this picture, for an approval of exactly what was seen. */
    pictureId: z.string(),
    /** Why a text is not shown any more, by its field: it names a channel that is not ours now. */
    problems: z.record(z.string(), z.string()),
    problemsCode: z.record(z.string(), messageCodeSchema).optional(),
  })
  .meta({ id: "Profile" });

export type Profile = z.output<typeof profileSchema>;

const seen = say("picture.name-seen");

/** An owner lets visitors see the picture of a member. */
export const pictureApprovalSchema = z
  .object({ pictureId: z.string(seen).min(1, seen).max(100, seen) })
  .meta({ id: "PictureApproval" });

export const profilesSchema = z
  .object({ profiles: z.array(profileSchema.extend({ memberId: z.string() }).meta({ id: "MemberProfile" })) })
  .meta({ id: "Profiles" });

export type MemberProfile = z.output<typeof profilesSchema>["profiles"][number];
