import { z } from "zod";
import { reportLimits } from "#domain/impostor-report.ts";
import { requiredText, typedText } from "./text.ts";

const wrongReach = "How to reach you must be an e-mail address or a phone number, or empty.";

/** What may be left out counts as empty. */
const optional = (label: string, max: number) =>
  typedText(label, max)
    .nullish()
    .transform((text) => text ?? "");

export const impostorReportSchema = z
  .object({
    reported: requiredText("Number, name or link", reportLimits.reported),
    happened: optional("What happened", reportLimits.happened),
    reach: optional("How to reach you", reportLimits.reach).refine(
      (text) => text === "" || (text.includes("@") ? z.email().safeParse(text).success : isNumber(text)),
      wrongReach,
    ),
  })
  .meta({ id: "ImpostorReport" });

/** As loose as the inquiry's own field, but a number. */
function isNumber(text: string): boolean {
  return text.length <= 40 && /^[+\d(][\d\s().+-]*$/.test(text) && text.replaceAll(/\D/g, "").length >= 5;
}
