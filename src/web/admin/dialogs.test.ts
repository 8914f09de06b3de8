import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** Questions of one paragraph and two buttons, whose place and shape the others of `ConfirmDialog` show. */
const plainQuestions = [
  ...["*-off", "*-question", "discard-*", "unsaved-*", "undo-*", "sign-out-unsaved", "restore-settings"],
  ...["restore-channels", "revoke-token", "remove-passkey", "remove-codes", "renew-recovery", "remove-profile"],
  ...["delete-view", "erase-for-good", "hide-channels"],
];

/** Dialogs that only a lost session, an old sign-in or a new rule opens; other journeys check them. */
const ofSessions = ["step-up-title", "sign-in-again-title", "set-up-first-title"];

it("has a case in the journey of all dialogs for each dialog of the team", () => {
  const found = globSync("**/*.tsx", { cwd: import.meta.dirname })
    .filter((file) => !/forms\/confirm/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(import.meta.dirname, file), "utf8");
      return [...source.matchAll(/<(Dialog|ConfirmDialog|ConfirmedChange)\s/g)].map(({ 0: tag, index }) => {
        const id = /\bid=(?:"(.*?)"|\{`(.*?)`\})/.exec(source.slice(index, index + 700));
        const name = (id?.[1] ?? id?.[2] ?? `${file}: no id`).replaceAll(/\$\{.*?\}/g, "*");
        return { name, heading: tag.startsWith("<Dialog") ? name : `${name}-title` };
      });
    });
  expect(found.length).toBeGreaterThan(30);
  const journey = readFileSync(path.join(import.meta.dirname, "../../../e2e/admin-dialogs.spec.ts"), "utf8");
  const cases = [...journey.matchAll(/\bheading: "(.*?)"/g)].map(([, heading]) => heading);
  const missing = found.filter(
    ({ name, heading }) => !cases.includes(heading) && !plainQuestions.includes(name) && !ofSessions.includes(heading),
  );
  expect(missing).toEqual([]);
  const names = new Set(found.flatMap(({ name, heading }) => [name, heading]));
  expect([...cases, ...plainQuestions, ...ofSessions].filter((name) => !names.has(name ?? ""))).toEqual([]);
});
