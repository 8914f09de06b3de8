import { BusyError } from "#server/lib/errors.ts";
import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import pLimit from "p-limit";

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
     * Whether the password matches the hash; `undefined` matches nothing and takes as long. @throws BusyError
     */
    async verify(password: string, hash: string | undefined): Promise<boolean> {
      const { parameters, key } = parse(hash ?? nobody);
      const same = timingSafeEqual(await derive(password, parameters), key);
      return same && hash !== undefined;
    },
  };
}

function format(parameters: Omit<Argon2Parameters, "message">, key: Buffer): string {
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
