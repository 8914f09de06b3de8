import type { ComponentProps } from "react";
import type { ReportField } from "#domain/inquiries/inquiry.ts";

type Input = ComponentProps<"input">;

/** Browser attributes of the fields of an impostor report. */
export const reportInputs: Record<
  ReportField,
  Pick<Input, "required" | "autoComplete" | "autoCapitalize" | "spellCheck">
> = {
  reported: { required: true, autoComplete: "off", autoCapitalize: "none", spellCheck: false },
  happened: {},
  reach: { autoComplete: "email", autoCapitalize: "none", spellCheck: false },
};
