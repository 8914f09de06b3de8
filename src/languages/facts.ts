/** What the code needs to know of a language, beside its texts. */
export interface LanguageFacts {
  /** The BCP 47 tag of `lang` attributes and of `Intl`. */
  tag: string;
  /** In the language itself. */
  name: string;
  /** "Read in this language", in it, for those whose browser prefers it. */
  suggestion: string;
}
