import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { languageCodes, teamLanguages } from "#domain/languages.ts";
import { fromStored, toStored } from "./stored.ts";
import { inEnglish, textIn } from "./render.ts";
import { messageCodeIn, say } from "./say.ts";
import { teamTexts } from "./texts.ts";
import { visitorTexts } from "./visitor-texts.ts";
import type { Forms } from "./types.ts";

const formsOf = (text: string | Forms) => (typeof text === "string" ? [text] : [text.one, text.other]);
const placeholdersIn = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name))].sort();

it("each text has Hindi, with the same placeholders", () => {
  const english = Object.entries<string | Forms>(teamTexts.en);
  expect(english.length).toBeGreaterThan(500);
  const hindi = new Map(Object.entries<string | Forms>(teamTexts.hi));
  for (const [code, text] of english) {
    const [own, others] = [formsOf(text), formsOf(hindi.get(code) ?? "")];
    expect(others, code).toHaveLength(own.length);
    own.forEach((form, at) => {
      // All but names and values.
      const words = form.replaceAll(/\{\w+\}|[A-Z]\w+/g, "");
      if (/[a-z]{2}/.test(words)) expect(others[at], code).toMatch(/[ऀ-ॿ]/);
      expect(placeholdersIn(others[at] ?? ""), code).toEqual(placeholdersIn(form));
    });
  }
});

it("each code is one that the server says", () => {
  const root = join(import.meta.dirname, "../..");
  const sources = globSync("{server,contract,copy/server}/**/*.ts", { cwd: root })
    .filter((file) => !/\.test\.ts$|\/(en|hi)\/|visitor-texts/.test(file))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
  // Codes that are put together end with the name of a type, a field or a reason.
  const isSaid = (code: string) =>
    sources.includes(`"${code}"`) || sources.includes(`\`${code.slice(0, code.indexOf("."))}.\${`);
  const codes = [...Object.keys(teamTexts.en), ...Object.keys(visitorTexts)];
  expect(codes.filter((code) => !isSaid(code) && !code.startsWith("files."))).toEqual([]);
});

it("what visitors get is in all languages, what the team gets in those of the team", () => {
  const text = say("field.required", { label: say("visitor-label.query") });
  expect(new Set(languageCodes.map((language) => textIn(language, text))).size).toBe(languageCodes.length);
  const forTeam = say("member.gone");
  expect(new Set(languageCodes.map((language) => textIn(language, forTeam))).size).toBe(teamLanguages.length);
});

it("a text stays what it is in the store, and one of an earlier version is shown as it was written", () => {
  const text = say("smtp.mailbox-full", { code: "552" });
  expect(toStored(text).split("\n")[0]).toBe("The mailbox is full (552).");
  expect(fromStored(toStored(text))).toBe(text);
  expect(fromStored("The mailbox is full (552).")).toBe("The mailbox is full (552).");
  expect(textIn("hi", "More than 3 mails went to this address within a day.")).toBe(
    "More than 3 mails went to this address within a day.",
  );
});

it("a value is never taken for a placeholder, a pattern or another entry of the table", () => {
  for (const name of ["{count}", "$&", "$1", "__proto__", "constructor", "\n", ""])
    expect(inEnglish(say("public-text.hidden-marks", { what: name }))).toContain(`This ${name} holds`);
  for (const code of ["toString", "__proto__", "no.such-code"])
    expect(textIn("hi", JSON.stringify({ code, params: {} }))).toBe(code);
});

it("carries its parameters, also those that are texts", () => {
  expect(messageCodeIn(say("unit.seconds", { count: 3 }))).toEqual({ code: "unit.seconds", params: { count: 3 } });
  expect(messageCodeIn(say("request.wait", { time: say("unit.seconds", { count: 3 }) }))).toEqual({
    code: "request.wait",
    params: { time: { code: "unit.seconds", params: { count: 3 } } },
  });
  for (const text of [
    "Name is required.",
    '{"code":"x',
    '{"code":"x"}',
    '{"code":"x","params":null}',
    '{"code":"x","params":{"count":[]}}',
    `${say("member.gone")} And more.`,
  ])
    expect(messageCodeIn(text)).toBeUndefined();
});
