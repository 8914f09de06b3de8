import { describe, expect, it } from "vitest";
import { failureOf, PasskeyFailure } from "./passkey.ts";

const named = (name: string) => Object.assign(new Error("what a browser says"), { name });

describe("what a browser says of a passkey", () => {
  it.each([
    ["NotAllowedError", "use", /cancelled, took too long, or this device has no passkey for this site/],
    ["NotAllowedError", "make", /^No passkey was added/],
    ["InvalidStateError", "make", /has a passkey of yours/],
    ["SecurityError", "use", /at this address of the site/],
    ["ConstraintError", "make", /cannot do it/],
    ["UnknownError", "use", /Please try again/],
    ["constructor", "make", /Please try again/],
  ] as const)("%s, to %s one, is said in words", (name, ceremony, said) => {
    const failure = failureOf(named(name), ceremony);
    expect(failure).toBeInstanceOf(PasskeyFailure);
    expect(failure.message).toMatch(said);
    expect(failure.message).not.toContain("what a browser says");
  });

  it("is said of what is no error, too", () => {
    expect(failureOf("odd", "make").message).toMatch(/could not be added/);
  });
});
