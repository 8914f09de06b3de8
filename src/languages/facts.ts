import type { Language } from "./compiled/facts/languages.ts";

/** Facts about a language that the code needs, beside its texts. Spellings of one word are joined by `|`. */
export interface LanguageFacts extends PageFacts, OwnFacts {}

/** Facts about every language that pages need, also in browsers. */
export interface PageFacts {
  /** The BCP 47 tag of `lang` attributes and of `Intl`; it also tells the script. */
  tag: string;
  /** Name in the language itself. */
  name: string;
  /** "Read in this language", in it, for those whose browser prefers it. */
  suggestion: string;
  /** The language whose legal pages, besides English, a language of the interface alone leads to. */
  legal?: Language;
}

interface OwnFacts {
  /** Words of mail programs. */
  mail: {
    /** End of the line above a quotation, before its colon: "… wrote". */
    wrote: string;
    /** Words in Outlook's line of dashes above a quotation. */
    originalMessage: string;
    /** The sender's line of the header that Outlook writes above a quotation. */
    from: string;
    /** Start of the subjects of automatic replies. */
    outOfOffice: string;
  };
  /**
   * The words for units of time, and those that follow the hour of a clock: in Latin letters whole words, in other ones
   * their beginnings, since endings follow.
   */
  units: Record<"second" | "minute" | "hour" | "day" | "clock", string>;
  /** Letters that the search takes for the same, in a language without a fixed spelling in Latin letters. */
  sound?: {
    /** Steps, one after the other: spellings with their sound. Doubled letters sound like one. */
    same: Array<Record<string, string>>;
    /** A regular expression of what need not be written, after the steps. */
    silent: string;
    /** Spellings of each letter of a sound, other than doubled. */
    written: Record<string, string>;
  };
}

/** All that is compiled to a module for each fact; `block` is the place of the script among India's, -1 for Latin. */
export interface OtherFacts extends OwnFacts {
  block: number;
}
