import { describe, expect, it, vi } from "vitest";
import { type StepUpQuestion, createStepUpPrompt } from "./step-up-prompt.ts";

/** The prompt, the question on its screen, and the server's possible responses to a password. */
function asked() {
  const shown: Array<StepUpQuestion | undefined> = [];
  let settle = { accept: () => {}, refuse: (_error: Error) => {} };
  const check = vi.fn(() => new Promise<void>((accept, refuse) => (settle = { accept: () => accept(), refuse })));
  const stepUp = createStepUpPrompt(check, (question) => shown.push(question));
  return {
    stepUp,
    shown,
    check,
    question: () => {
      const question = shown.at(-1);
      if (question === undefined) throw new Error("there is no question");
      return question;
    },
    accept: () => settle.accept(),
    refuse: (error: Error) => settle.refuse(error),
  };
}

const refusal = new Error("The password is not right.");

describe("a step-up", () => {
  it("is asked for once for all calls that need it meanwhile, and anew after that", async () => {
    const { stepUp, question, shown, check, accept } = asked();
    const calls = [stepUp(), stepUp()];
    expect(shown).toHaveLength(1);
    const sent = question().send({ password: "a made-up password" });
    calls.push(stepUp());
    accept();
    await sent;
    expect(await Promise.all(calls)).toEqual([true, true, true]);
    expect(check.mock.calls).toEqual([[{ password: "a made-up password" }]]);
    expect(shown).toEqual([expect.anything(), undefined]);

    const next = stepUp();
    question().leave();
    expect(await next).toBe(false);
  });

  it("is asked for still after a refusal, and given by signing in anew", async () => {
    const { stepUp, question, shown, refuse } = asked();
    const call = stepUp();
    const sent = question().send({ password: "wrong" });
    refuse(refusal);
    await expect(sent).rejects.toBe(refusal);
    expect(shown).toHaveLength(1);
    question().answer(true);
    expect(await call).toBe(true);
    expect(shown.at(-1)).toBeUndefined();
  });

  it("holds where somebody leaves while it is on its way", async () => {
    const { stepUp, question, accept } = asked();
    const call = stepUp();
    const sent = question().send({ password: "a made-up password" });
    question().leave();
    accept();
    await sent;
    expect(await call).toBe(true);
  });

  it("is given up where somebody leaves while a refusal is on its way", async () => {
    const { stepUp, question, refuse } = asked();
    const call = stepUp();
    const sent = question().send({ password: "wrong" });
    question().leave();
    refuse(refusal);
    await expect(sent).rejects.toBe(refusal);
    expect(await call).toBe(false);
  });
});
