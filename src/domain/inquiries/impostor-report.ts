/** A visitor's report of an impostor. Only `reported` is required. */
export interface ImpostorReport {
  /** The number, link or name. */
  reported: string;
  happened: string;
  /** An email address or a number of the visitor, for questions. */
  reach: string;
}

export type ReportField = keyof ImpostorReport;

export const reportFields = ["reported", "happened", "reach"] as const satisfies readonly ReportField[];

/** Lengths in UTF-16 units, as in a browser's `maxlength`. */
export const reportLimits: Record<ReportField, number> = { reported: 500, happened: 4000, reach: 254 };
