import type { Site } from "#contract/site.ts";

export type CommonPasswords = ReturnType<typeof createCommonPasswords>;

/** No password that is found in the list is as short as this once its padding is off. */
const shortestCore = 3;
/** Whatever so few characters are, repeated they are guessed. */
const longestRepeated = 3;

/**
 * Tells the passwords that are tried first (NIST SP 800-63B, section 3.1.1.2): the 49,000 commonest of `@zxcvbn-ts/language-common`, in any
 * case, also repeated, or with digits and signs around them. The list is read when it is first needed, and takes 20 ms.
 */
export function createCommonPasswords() {
  let list: ReadonlySet<string> | undefined;

  async function commonest(): Promise<ReadonlySet<string>> {
    if (list === undefined) {
      const { dictionary } = await import("@zxcvbn-ts/language-common");
      list = new Set(dictionary["passwords-common"].map((password) => password.toLowerCase()));
    }
    return list;
  }

  return {
    /** Whether this is a common one, or no more than one of `names`, such as the site's. */
    async isCommon(password: string, names: readonly string[]): Promise<boolean> {
      const own = new Set(names.map(lettersOf).filter((name) => name !== ""));
      const typed = password.normalize("NFKC").toLowerCase();
      if (unitOf(typed).length <= longestRepeated) return true;
      const common = await commonest();
      return candidates(typed).some((candidate) => common.has(candidate) || own.has(lettersOf(candidate)));
    },
  };
}

/** What is no password of this member's: what the site is called, and what everybody knows of them. */
export function passwordNames({ brands }: Pick<Site, "brands">, email: string): string[] {
  return [brands.home.name, brands.contact.name, email, email.split("@")[0] ?? ""];
}

/** The password, what it is without its padding, and what each of them repeats. */
function candidates(password: string): string[] {
  const core = coreOf(password);
  return [password, unitOf(password), ...(core.length >= shortestCore ? [core, unitOf(core)] : [])];
}

/** Without the digits and signs before the first letter and after the last. */
function coreOf(text: string): string {
  const places = [...text.matchAll(/\p{L}/gu)];
  const [first, last] = [places[0], places.at(-1)];
  return first === undefined || last === undefined ? "" : text.slice(first.index, last.index + last[0].length);
}

/** What a text is a repetition of; the text itself where it is none. */
function unitOf(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
