/** What a visitor tells of somebody who passes for us. Only what it is about must be said. */
export interface ImpostorReport {
  /** The number, link or name. */
  reported: string;
  happened: string;
  /** An e-mail address or a number at which the visitor can be asked. */
  reach: string;
}

export type ReportField = keyof ImpostorReport;

export const reportFields = ["reported", "happened", "reach"] as const satisfies readonly ReportField[];

/** Lengths in UTF-16 units, as a browser's `maxlength` counts them. */
export const reportLimits: Record<ReportField, number> = { reported: 500, happened: 4000, reach: 254 };
