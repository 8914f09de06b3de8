import * as crypto from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BusyError } from "#server/lib/errors.ts";
import { createPasswords } from "./passwords.ts";

// The real function, wrapped to record its calls.
vi.mock(import("node:crypto"), async (original) => {
  const real = await original();
  return { ...real, argon2: vi.fn(real.argon2) };
});
const argon2 = vi.mocked(crypto.argon2);
beforeEach(() => {
  argon2.mockClear();
});

const passwords = createPasswords({ maxConcurrentChecks: 2, queue: 10 });

describe("a stored password", () => {
  it("is a salted argon2id hash of at least m = 47104, t = 1, p = 1", async () => {
    const [hash, again] = await Promise.all([passwords.hash("correct horse"), passwords.hash("correct horse")]);
    const [, memory, passes, lanes, salt, key] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(47_104);
    expect(Number(passes)).toBeGreaterThanOrEqual(1);
    expect(Number(lanes)).toBeGreaterThanOrEqual(1);
    expect(Buffer.from(salt ?? "", "base64").length).toBeGreaterThanOrEqual(16);
    expect(Buffer.from(key ?? "", "base64").length).toBeGreaterThanOrEqual(32);
    expect(again).not.toBe(hash);
    expect(hash).not.toContain("correct");
  });

  it("verifies, and another does not", async () => {
    const hash = await passwords.hash("correct horse");
    expect(await passwords.verify("correct horse", hash)).toBe(true);
    expect(await passwords.verify("correct horse ", hash)).toBe(false);
    expect(await passwords.verify("", hash)).toBe(false);
  });

  it("verifies in every Unicode normalization form", async () => {
    const hash = await passwords.hash("café au lait 1");
    expect(await passwords.verify("cafe\u0301 au lait 1", hash)).toBe(true);
  });

  it("is verified with the cost it was created with", async () => {
    const message = "correct horse";
    const cost = { memory: 64, passes: 3, parallelism: 2, tagLength: 24 };
    const nonce = Buffer.alloc(16, 7);
    const key = crypto.argon2Sync("argon2id", { ...cost, nonce, message });
    const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
    const hash = `$argon2id$v=19$m=64,t=3,p=2$${text(nonce)}$${text(key)}`;
    expect(await passwords.verify(message, hash)).toBe(true);
    expect(await passwords.verify("another", hash)).toBe(false);
  });

  it("never verifies if its hash is damaged", async () => {
    for (const hash of ["", "none", "$argon2id$v=19$m=47104,t=1,p=1$$", "$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA"]) {
      await expect(passwords.verify("", hash)).rejects.toThrow("PHC");
    }
  });
});

describe("the password of an unknown member", () => {
  it("costs the same derivation as a wrong one, and never verifies", async () => {
    const hash = await passwords.hash("correct horse");
    argon2.mockClear();
    expect(await passwords.verify("a guess", hash)).toBe(false);
    expect(await passwords.verify("a guess", undefined)).toBe(false);
    const costs = argon2.mock.calls.map(([algorithm, { memory, passes, parallelism, tagLength, nonce }]) => {
      return { algorithm, memory, passes, parallelism, tagLength, salt: Buffer.from(nonce as Buffer).length };
    });
    expect(costs).toHaveLength(2);
    expect(costs[1]).toEqual(costs[0]);
  });

  it("never verifies, even one that matches the placeholder hash", async () => {
    argon2.mockImplementationOnce((_algorithm, _parameters, done) => done(null, Buffer.alloc(32)));
    expect(await passwords.verify("the one in 2^256", undefined)).toBe(false);
    expect(argon2).toHaveBeenCalledTimes(1);
  });
});

describe("many simultaneous checks", () => {
  it("run off the event loop, whose timers continue", async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await Promise.all(["a", "b", "c"].map((password) => passwords.hash(password)));
    clearInterval(timer);
    // A busy machine may run the timer seldom; hashing on the event loop lets it run never.
    expect(ticks).toBeGreaterThan(0);
  });

  it("are queued past the limit, and rejected past the queue", async () => {
    const finish: Array<() => void> = [];
    argon2.mockImplementation((_algorithm, _parameters, done) => {
      finish.push(() => done(null, Buffer.alloc(32)));
    });
    const few = createPasswords({ maxConcurrentChecks: 2, queue: 3 });
    const hashes = Array.from({ length: 8 }, () => few.hash("x").catch((error: unknown) => error));
    await expect.poll(() => finish).toHaveLength(2);
    await expect(few.hash("x")).rejects.toThrow(BusyError);
    while (finish.length > 0) {
      expect(finish.length).toBeLessThanOrEqual(2);
      finish.shift()?.();
      await setImmediate();
    }
    const outcomes = await Promise.all(hashes);
    const refused = outcomes.filter((outcome) => outcome instanceof BusyError);
    const hashed = outcomes.filter((outcome) => typeof outcome === "string");
    expect(refused.length).toBeGreaterThanOrEqual(3);
    expect(hashed.length + refused.length).toBe(8);
    argon2.mockReset();
  });
});
