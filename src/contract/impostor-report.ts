import { z } from "zod";
import { reportLimits } from "#domain/inquiries/impostor-report.ts";
import { requiredLine, typedLine, typedLines } from "./text.ts";

const wrongReach = "How to reach you must be an e-mail address or a phone number, or empty.";

/** A missing field counts as empty. */
const optional = (text: ReturnType<typeof typedLine>) => text.nullish().transform((typed) => typed ?? "");

export const impostorReportSchema = z
  .object({
    reported: requiredLine("Number, name or link", reportLimits.reported),
    happened: optional(typedLines("What happened", reportLimits.happened)),
    reach: optional(typedLine("How to reach you", reportLimits.reach)).refine(
      (text) => text === "" || (text.includes("@") ? z.email().safeParse(text).success : isNumber(text)),
      wrongReach,
    ),
  })
  .meta({ id: "ImpostorReport" });

/** As lenient as the inquiry's phone field, but must be a number. */
function isNumber(text: string): boolean {
  return text.length <= 40 && /^[+\d(][\d\s().+-]*$/.test(text) && text.replaceAll(/\D/g, "").length >= 5;
}
