import type { Site } from "#contract/site.ts";

export type CommonPasswords = ReturnType<typeof createCommonPasswords>;

/** Shorter cores, without padding, are not looked up. */
const shortestCore = 3;
/** A repetition of so short a unit is always common. */
const longestRepeated = 3;

/**
 * Detects common passwords (NIST SP 800-63B, section 3.1.1.2): the top 49,000 of `@zxcvbn-ts/language-common`, in any
 * case, also repeated or padded with digits and signs. The list is loaded on first use, which takes 20 ms.
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
    /** Whether the password is common, or consists of one of `names`, such as the site's. */
    async isCommon(password: string, names: readonly string[]): Promise<boolean> {
      const own = new Set(names.map(lettersOf).filter((name) => name !== ""));
      const typed = password.normalize("NFKC").toLowerCase();
      if (unitOf(typed).length <= longestRepeated) return true;
      const common = await commonest();
      return candidates(typed).some((candidate) => common.has(candidate) || own.has(lettersOf(candidate)));
    },
  };
}

/** Names that a member's password must not consist of: the site's brands and the member's address. */
export function passwordNames({ brands }: Pick<Site, "brands">, email: string): string[] {
  return [brands.home.name, brands.contact.name, email, email.split("@")[0] ?? ""];
}

/** The password, its core without padding, and the repeated unit of each. */
function candidates(password: string): string[] {
  const core = coreOf(password);
  return [password, unitOf(password), ...(core.length >= shortestCore ? [core, unitOf(core)] : [])];
}

/** Strips the digits and signs before the first letter and after the last. */
function coreOf(text: string): string {
  const places = [...text.matchAll(/\p{L}/gu)];
  const [first, last] = [places[0], places.at(-1)];
  return first === undefined || last === undefined ? "" : text.slice(first.index, last.index + last[0].length);
}

/** The unit that a text repeats; the text itself if it repeats none. */
function unitOf(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
