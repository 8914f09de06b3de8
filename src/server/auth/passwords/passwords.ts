import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import pLimit from "p-limit";
import type { Site } from "#contract/site/site.ts";
import { BusyError } from "#server/lib/errors.ts";

export type Passwords = ReturnType<typeof createPasswords>;

/** OWASP's Password Storage Cheat Sheet: argon2id with m = 46 MiB, t = 1, p = 1. */
const cost = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 } as const;

/** A hash that no password has, so that an unknown address takes as long as a wrong password. */
const nobody = format({ ...cost, nonce: Buffer.alloc(16) }, Buffer.alloc(32));

/**
 * Hashes and checks passwords on the thread pool, `maxConcurrentChecks` at a time; each takes 46 MiB while it runs.
 * Hashes are in the PHC string format (https://github.com/P-H-C/phc-string-format).
 */
export function createPasswords(limits: { maxConcurrentChecks: number; queue: number }) {
  const limit = pLimit(limits.maxConcurrentChecks);

  function derive(password: string, parameters: Omit<Argon2Parameters, "message">): Promise<Buffer> {
    if (limit.pendingCount >= limits.queue) throw new BusyError();
    return limit(
      () =>
        new Promise<Buffer>((resolve, reject) => {
          // NFC: another keyboard may send the same password decomposed.
          argon2("argon2id", { ...parameters, message: password.normalize("NFC") }, (error, key) =>
            error === null ? resolve(key) : reject(error),
          );
        }),
    );
  }

  return {
    /** @throws BusyError */
    async hash(password: string): Promise<string> {
      const parameters = { ...cost, nonce: randomBytes(16) };
      return format(parameters, await derive(password, parameters));
    },

    /**
     * Returns whether the password matches the hash; `undefined` matches nothing and takes as long. @throws BusyError
     */
    async verify(password: string, hash: string | undefined): Promise<boolean> {
      const { parameters, key } = parse(hash ?? nobody);
      const same = timingSafeEqual(await derive(password, parameters), key);
      return same && hash !== undefined;
    },
  };
}

/** The hash in the PHC string format. */
export function format(parameters: Omit<Argon2Parameters, "message">, key: Buffer): string {
  const { memory, passes, parallelism, nonce } = parameters;
  const salt = base64(Buffer.from(nonce as Buffer));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${base64(key)}`;
}

function parse(hash: string) {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (parts === null) throw new Error("a stored password hash is not in the PHC format");
  const [memory = 0, passes = 0, parallelism = 0] = parts.slice(1, 4).map(Number);
  const [nonce = "", tag = ""] = parts.slice(4);
  const key = Buffer.from(tag, "base64");
  return {
    key,
    parameters: { memory, passes, parallelism, tagLength: key.length, nonce: Buffer.from(nonce, "base64") },
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

export type CommonPasswords = ReturnType<typeof createCommonPasswords>;

/** Shorter cores, without padding, are not looked up. */
const minCoreLength = 3;
/** A repetition of so short a unit is always common. */
const maxRepeatedLength = 3;

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
    /** Returns whether the password is common, or consists of one of `names`, such as the site's. */
    async isCommon(password: string, names: readonly string[]): Promise<boolean> {
      const own = new Set(names.map(lettersOf).filter((name) => name !== ""));
      const typed = password.normalize("NFKC").toLowerCase();
      if (unitOf(typed).length <= maxRepeatedLength) return true;
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
  return [password, unitOf(password), ...(core.length >= minCoreLength ? [core, unitOf(core)] : [])];
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
