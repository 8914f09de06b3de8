/** Texts of a language for tests. */
export interface TestingTexts {
  /**
   * Sentences of help desks, which name no place where somebody could be reached: one a line; `{a|b}` stands for one of
   * several wordings.
   */
  innocent: string;
  /** Sentences that name somebody on a network; `{name}` is a user name. */
  handles: string[];
  /** Words that may stand between the halves of a number. */
  between: string[];
  /** 28 November 2026, 12:28, as pages say it: "28 November 2026, 12:28 pm". */
  noon: string;
  /** Numbers that the legal pages spell out, with their digits. */
  figures: Record<string, string>;
}
