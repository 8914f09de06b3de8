import type { ComponentProps, ReactNode } from "react";
import type { ReportField } from "#domain/inquiries/inquiry.ts";

type Input = ComponentProps<"input">;

/** The labels and autofill hints of an impostor report. */
export const reportWords: Record<
  ReportField,
  {
    label: string;
    hint?: ReactNode;
    rows?: number;
    input: Pick<Input, "required" | "autoComplete" | "autoCapitalize" | "spellCheck">;
  }
> = {
  reported: {
    label: "Number, name or link",
    hint: "Of the person who pretends to be us: copy it exactly",
    input: { required: true, autoComplete: "off", autoCapitalize: "none", spellCheck: false },
  },
  happened: { label: "What happened (optional)", rows: 4, input: {} },
  reach: {
    label: "How to reach you (optional)",
    hint: "E-mail address or phone number, if we may ask you more",
    input: { autoComplete: "email", autoCapitalize: "none", spellCheck: false },
  },
};

/** The confirmation shown to the visitor. */
export const reportReceived = "Report received";
