/** All texts that visitors read, in English; `hi.ts` has the same in Hindi, and the compiler names what it lacks. */
export const en = {
  /** Emails to visitors. */
  mail: {},
  /** What is wrong with a form or a request of a visitor. */
  problems: {},
};
