/**
 * Words of one language for numbers, links and payment ids, in its own letters and in Latin ones. Spellings of one word
 * are joined by `|`; words of a list are parted by spaces. Lengths of vowels, nasal signs and nuktas need no spelling
 * of their own, see `folded`.
 */
export interface SpokenWords {
  /** The numbers from 0 on, in order, as far as each has a word of its own: to 9, 19 or 99. */
  numbers: string;
  /** The numbers again in other letters: English words in Devanagari, Indian ones in Latin. */
  transcribed?: string;
  /** 20, 30 … 90, where the numbers between are said with a unit after them. */
  tens?: string;
  scales: Partial<Record<100 | 1000 | 100_000 | 10_000_000, string>>;
  repeats: Partial<Record<2 | 3 | 4, string>>;
  /** Word that makes a repeat of a number before it: "two times nine". */
  times?: string;
  /** `.` as spoken in links, and words for it that also mean something else. */
  dot: string;
  point: string;
  /** Word before or after the name of the sign where no link is meant: "the green dot". */
  beforeDot?: string;
  afterDot?: string;
  /** Ends of links that are no other word. */
  com: string;
  /** Further ends, which are other words too: they count after a name in Latin letters, or before `slash`. */
  comWords?: string;
  /** `/` as spoken in links. */
  slash?: string;
  /** Ends of payment ids as spoken, such as `ybl`, that are no other words. */
  banks?: string;
  /** `@` as spoken. */
  at: string;
  /** Words that join the parts of a number: "and", "then". */
  joiners: string;
  /** "call", "dial": what a short number follows. */
  call: string;
  /** Words after an hour: "am", "o'clock". */
  clock: string;
  /** Postal codes. */
  pin: string;
  /** Messengers and networks on which people have names. */
  networks: string;
  /** "on" before or after the network's name. */
  on: string;
  /** Words before "on Telegram", or beside its name, that are no names themselves. */
  notNames: string;
  /** "to" behind a name: `somename को लिखें`. */
  to?: string;
  /** "UPI" in its own letters, and other words that a payment id follows. */
  upi?: string;
  /** "rupees" behind an amount. */
  rupees?: string;
  /** "number" behind one that is to be dialled: `1930 नंबर पर कॉल`. */
  number?: string;
}
