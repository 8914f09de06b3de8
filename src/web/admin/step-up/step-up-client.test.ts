import { MutationObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "#web/api/api-client.ts";
import { StepUpClient } from "./step-up-client.ts";

const refusal = new ApiError(403, { message: "Please type your password again.", needs: "proof" });

/** A mutation that the server rejects this many times with this error. */
function refused(times: number, error: Error, hasSucceeded: boolean) {
  const stepUp = vi.fn(async () => hasSucceeded);
  let left = times;
  const mutationFn = vi.fn(async (input: string) => {
    left -= 1;
    if (left >= 0) throw error;
    return `done: ${input}`;
  });
  const client = new StepUpClient({}, stepUp);
  // `useMutation` applies its options more than once, too.
  const observer = new MutationObserver(client, { mutationFn });
  observer.setOptions(observer.options);
  return { stepUp, mutationFn, observer };
}

describe("a mutation that needs a step-up", () => {
  it("asks once, and sends the same call again", async () => {
    const { stepUp, mutationFn, observer } = refused(1, refusal, true);
    await expect(observer.mutate("this")).resolves.toBe("done: this");
    expect(stepUp).toHaveBeenCalledTimes(1);
    expect(mutationFn.mock.calls.map(([input]) => input)).toEqual(["this", "this"]);
  });

  it("fails as the server said where nobody proves it", async () => {
    const { mutationFn, observer } = refused(1, refusal, false);
    await expect(observer.mutate("this")).rejects.toBe(refusal);
    expect(mutationFn).toHaveBeenCalledTimes(1);
  });

  it("is not asked for ever", async () => {
    const { stepUp, mutationFn, observer } = refused(9, refusal, true);
    await expect(observer.mutate("this")).rejects.toBe(refusal);
    expect(stepUp).toHaveBeenCalledTimes(1);
    expect(mutationFn).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["another refusal", new ApiError(403, { message: "Only owners may." })],
    ["a failure", new ApiError(500, { needs: "proof" })],
    ["something else", new Error("no")],
  ])("is left alone after %s", async (_name, error) => {
    const { stepUp, observer } = refused(1, error, true);
    await expect(observer.mutate("this")).rejects.toBe(error);
    expect(stepUp).not.toHaveBeenCalled();
  });
});
