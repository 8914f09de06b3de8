/** A text by number: the form for 1, and that for any other count. */
export interface Forms {
  one: string;
  other: string;
}

/** The texts of one part in another language: for each code of the English ones, in as many forms. */
export type PartTexts<English> = { [Code in keyof English]: English[Code] extends string ? string : Forms };
