import { expect, it } from "vitest";
import { type SetupGap, type SetupStep, setupSteps } from "#contract/setup.ts";
import { inOrder, nextOf, stepsLeft } from "./steps.ts";

/** The steps, of which those given lack something. */
const lacking = (gaps: Partial<Record<SetupStep, SetupGap>>) =>
  setupSteps.map((name) => {
    const gap = gaps[name];
    return { name, isDone: gap === undefined, gaps: gap === undefined ? [] : [gap], fields: [] };
  });
const open = lacking({ address: "no-public-url", "second-factor": "no-second-factor" });

it.each([
  ["https:", "desk.example.com", "address"],
  ["http:", "203.0.113.7", "address"],
  ["https:", "localhost", "address"],
  ["http:", "localhost", "second-factor"],
])("at %s//%s the next step is %s, and no open step stands before it", (protocol, hostname, next) => {
  const steps = inOrder(open, { protocol, hostname });
  expect(nextOf(steps)?.name).toBe(next);
  expect(steps.findIndex(({ isDone }) => !isDone)).toBe(steps.findIndex(({ name }) => name === next));
});

it("asks nobody for what the server or somebody else has to do", () => {
  const steps = lacking({ "second-owner": "owner-invited", backups: "no-backup-yet", "test-inquiry": "no-inquiry" });
  expect([nextOf(steps)?.name, stepsLeft(steps)]).toEqual(["test-inquiry", 2]);
});

it("lets the test of the support address prove the mail server, unless there is none", () => {
  const untested = lacking({ mail: "mail-untested", support: "support-untested" });
  expect(nextOf(untested)?.name).toBe("support");
  expect(nextOf(lacking({ mail: "mail-untested", support: "support-unset" }))?.name).toBe("mail");
});

it("shows what is left first, and what is done last, unless it still shows something", () => {
  const names = (held?: SetupStep) =>
    inOrder(lacking({ brand: "no-channel", address: "not-https" }), location, held).map(({ name }) => name);
  const location = { protocol: "http:", hostname: "localhost" };
  expect(names().slice(0, 3)).toEqual(["brand", "address", "second-factor"]);
  expect(names("recovery-codes").slice(0, 3)).toEqual(["recovery-codes", "brand", "address"]);
});
