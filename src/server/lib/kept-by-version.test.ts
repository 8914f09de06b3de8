import { expect, it } from "vitest";
import { keptByVersion } from "./kept-by-version.ts";

it("makes a thing once for a version, and forgets it with the next one", async () => {
  const kept = keptByVersion<string>();
  const made: string[] = [];
  const ask = (name: string, version: string) =>
    kept(name, version, async () => {
      made.push(name + version);
      return name + version;
    });
  expect(await Promise.all([ask("a", "1"), ask("a", "1"), ask("b", "1")])).toEqual(["a1", "a1", "b1"]);
  expect(await ask("a", "2")).toBe("a2");
  expect(await ask("b", "1")).toBe("b1");
  expect(await ask("a", "1")).toBe("a1");
  expect(made).toEqual(["a1", "b1", "a2", "a1"]);
});

it("makes again what failed, and keeps a newer version when an older one fails", async () => {
  const kept = keptByVersion<string>();
  const fail = Promise.withResolvers<string>();
  const older = kept("a", "1", () => fail.promise);
  expect(await kept("a", "2", async () => "newer")).toBe("newer");
  fail.reject(new Error("too late"));
  await expect(older).rejects.toThrow("too late");
  expect(await kept("a", "2", async () => "made again")).toBe("newer");
  await expect(kept("b", "1", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await kept("b", "1", async () => "made")).toBe("made");
});
