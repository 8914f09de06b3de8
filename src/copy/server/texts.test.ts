import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { languageCodes, teamLanguages } from "#domain/languages.ts";
import { fromStored, toStored } from "./stored.ts";
import { inEnglish, textIn } from "./render.ts";
import { messageCodeIn, say } from "./say.ts";
import { serverTexts } from "./texts.ts";
import { visitorTexts } from "./visitor-texts.ts";

it("each text with words has Hindi ones", () => {
  const english = Object.entries(serverTexts.en);
  expect(english.length).toBeGreaterThan(600);
  // All but names and values.
  const hasWords = (text: string) => /[a-z]{2}/.test(text.replaceAll(/\{\w+\}|[A-Z]\w+/g, ""));
  const missing = english.filter(([code]) => {
    const text = JSON.stringify({ code, params: {} });
    return hasWords(inEnglish(text)) && !/[ऀ-ॿ]/.test(textIn("hi", text));
  });
  expect(missing).toEqual([]);
});

it("each code is one that the server says", () => {
  const root = join(import.meta.dirname, "../..");
  const sources = globSync(["{server,contract,copy/server}/**/*.ts", "domain/{settings,inquiries/choices}.ts"], {
    cwd: root,
  })
    .filter((file) => !/\.test\.ts$|visitor-texts/.test(file))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
  // Codes that are put together end with the name of a type, a field or a reason.
  const isSaid = (code: string) =>
    sources.includes(`"${code}"`) || sources.includes(`\`${code.slice(0, code.indexOf("."))}.\${`);
  const codes = [...Object.keys(serverTexts.en), ...Object.keys(visitorTexts)];
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

it("a value is never taken for a placeholder, a pattern or another entry of the table; one may be missing", () => {
  for (const name of ["{count}", "$&", "$1", "__proto__", "constructor", "\n", ""])
    expect(inEnglish(say("public-text.hidden-marks", { what: name }))).toContain(`This ${name} contains`);
  expect(inEnglish('{"code":"field.too-short","params":{"count":8}}')).toBe("{label} must have at least 8 characters.");
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
