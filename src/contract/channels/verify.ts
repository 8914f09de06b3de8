import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { differenceReasons } from "#domain/lookalike/difference.ts";
import { languageField } from "../language.ts";
import { requiredText } from "../text.ts";

/** The length of the longest link that is parsed. */
export const maxAsked = 500;

export const verifyInputSchema = z
  .object({ text: requiredText(say("visitor-label.asked"), maxAsked), ...languageField })
  .meta({ id: "VerifyFields" });

const type = z.enum(channelTypes);
/** `isTranslated`: `proof` is the description in the language that was asked for, and that is not English. */
const known = z.object({ type, value: z.string(), proof: z.string(), isTranslated: z.literal(true).optional() });
/** Role of an address of ours: `channel` if it is on the list as well, `sender` and `answers` of our emails. */
const ownRole = z.enum(["channel", "sender", "answers", "support", "security", "grievance", "data", "operator"]);
const own = known.extend({ roles: z.array(ownRole).optional() });
/** Role of a public service that our pages name. */
const namedRole = z.enum(["helpline", "reporting"]);
const service = z.object({ type, value: z.string(), name: z.string(), role: namedRole });

export type OwnRole = z.output<typeof ownRole>;
export type NamedRole = z.output<typeof namedRole>;
const pieces = z.array(z.object({ text: z.string(), differs: z.boolean() }));
/** The difference: `asked` and `ours` are the query and the value of `like`, split where they differ. */
const difference = z.object({ reason: z.enum(differenceReasons), asked: pieces, ours: pieces });

/** Result of a visitor's check of a number, name, link or address. */
export const verdictSchema = z
  .discriminatedUnion("verdict", [
    /** The value is on the current list, or an address of ours beside it: `roles` say which. */
    z.object({ verdict: z.literal("official"), channels: z.array(own) }),
    /** A public helpline, or a place to report fraud, that our pages name; it is not ours. */
    z.object({ verdict: z.literal("named"), services: z.array(service) }),
    /** The value was on the list until a time; `replacedBy` are the channels that replaced it. */
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
    /** The text is no number, name, link or address. */
    z.object({ verdict: z.literal("unreadable") }),
  ])
  .meta({ id: "Verdict" });

export type Verdict = z.output<typeof verdictSchema>;
