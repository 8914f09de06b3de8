import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { channelLimits } from "#domain/channels/channel-list.ts";
import { furtherLanguages, inEach } from "#domain/further-languages.ts";
import { typedText } from "../text.ts";

/** A channel's description in the default language. */
export const proof = typedText(say("label.description"), channelLimits.proof);

/** Its descriptions in other languages: those left out stay as they are, and an empty one is removed. */
export const translations = z
  .strictObject(
    inEach((language) => typedText(say("label.description-in", { language }), channelLimits.proof).optional()),
    { error: say("site-field.language", { languages: furtherLanguages.join(", ") }) },
  )
  .describe("The description in other languages. One that is left out stays as it is; an empty one is removed");

/** Translations in responses: those of a newer version's languages are left out. */
export const shownTranslations = z
  .object(inEach(() => z.string().optional()))
  .describe("The description in other languages");
