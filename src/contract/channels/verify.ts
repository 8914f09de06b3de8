import { z } from "zod";
import { dictionaries } from "#copy/dictionaries.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { differenceReasons } from "#domain/lookalike/difference.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { languageField } from "../language.ts";
import { requiredText } from "../text.ts";

/** The length of the longest link that is parsed. */
export const maxAsked = 500;

export function verifyInputIn(language: Language) {
  const { problems } = dictionaries[language];
  return z.object({ text: requiredText(problems.labels.asked, maxAsked, problems), ...languageField });
}

export const verifyInputSchema = verifyInputIn(defaultLanguage).meta({ id: "VerifyFields" });

const type = z.enum(channelTypes);
const known = z.object({ type, value: z.string(), proof: z.string() });
const pieces = z.array(z.object({ text: z.string(), differs: z.boolean() }));
/** The difference: `asked` and `ours` are the query and the value of `like`, split where they differ. */
const difference = z.object({ reason: z.enum(differenceReasons), asked: pieces, ours: pieces });

/** What a visitor learns about a number, name, link or address. */
export const verdictSchema = z
  .discriminatedUnion("verdict", [
    /** It is on the current list. */
    z.object({ verdict: z.literal("official"), channels: z.array(known) }),
    /** It was on the list until a time; `replacedBy` are the channels that replaced it. */
    z.object({
      verdict: z.literal("retired"),
      type,
      until: z.iso.datetime(),
      replacedBy: z.array(known),
    }),
    /**
     * A lookalike: `like` is the official channel it resembles, null while all channels are hidden; `difference` is
     * null if there is nothing to point at.
     */
    z.object({ verdict: z.literal("impostor"), like: known.nullable(), difference: difference.nullable() }),
    /** All channels are hidden at present, including this one. */
    z.object({ verdict: z.literal("hidden") }),
    z.object({ verdict: z.literal("unknown") }),
    /** It is no number, name, link or address. */
    z.object({ verdict: z.literal("unreadable") }),
  ])
  .meta({ id: "Verdict" });

export type Verdict = z.output<typeof verdictSchema>;
