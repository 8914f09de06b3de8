import { afterEach, describe, expect, it, vi } from "vitest";
import { newUuid } from "./uuid.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

describe("a new UUID", () => {
  it("is random, another one each time", () => {
    const keys = Array.from({ length: 100 }, newUuid);
    for (const key of keys) expect(key).toMatch(uuid);
    expect(new Set(keys).size).toBe(100);
  });

  it("is one as well where the page came over plain http, which has no `crypto.randomUUID`", () => {
    const { crypto } = globalThis;
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
    const keys = Array.from({ length: 100 }, newUuid);
    for (const key of keys) expect(key).toMatch(uuid);
    expect(new Set(keys).size).toBe(100);
  });
});
