import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ImapFlowErrorCode } from "imapflow";
import { parseSync } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { textIn } from "#copy/server/render.ts";
import { say } from "#copy/server/say.ts";
import { en } from "#languages/compiled/team/en.ts";
import { hi } from "#languages/compiled/team/hi.ts";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { channelLimits } from "#domain/channels/channel-list.ts";
import { connectionProblem } from "./notifications/http-post.ts";
import { refusals } from "./testing-messages.ts";
import { createTestApp, type TestApp } from "./testing.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it("what a call says of a field has a code, and Hindi", async () => {
  const said = await refusals(test);
  expect(new Set(said.map(({ text }) => text)).size).toBeGreaterThan(150);
  const missing = said.filter(({ text }) => !/[ऀ-ॿ]/.test(textIn("hi", text)) || /“[a-z]/i.test(textIn("hi", text)));
  expect(missing.map(({ at }) => at)).toEqual([]);
});

it("why there was no connection is said for each code of the system", () => {
  for (const code of [undefined, ...connectionFailures])
    expect(textIn("hi", connectionProblem(say("word.mail-server"), code))).toMatch(/^ईमेल सर्वर /);
});

it("what only a client calls so is no part of the sentence: a code of the system is, which an operator can look up", () => {
  const ofMailServer = (code: string) => textIn("en", connectionProblem(say("word.mail-server"), code));
  const ofClients = [...Object.values(ImapFlowErrorCode), "EDNS", "ESOCKET", "EPROTOCOL", "EMESSAGE", "UND_ERR_SOCKET"];
  expect(ofClients).toContain("NoConnection");
  for (const code of ofClients) expect(ofMailServer(code)).toMatch(/^The mail server [a-z ]+\.$/);
  expect(ofMailServer("EPIPE")).toBe("The mail server could not be reached (EPIPE).");
  expect(ofMailServer("NoConnection")).toBe("The mail server closed the connection.");
  expect(ofMailServer("TimeoutError")).toBe("The mail server did not answer in time.");
});

it("what may be typed as a channel is said as the form says it", () => {
  for (const [language, { expected, problems }] of [
    ["en", en.channels.editor] as const,
    ["hi", hi.channels.editor] as const,
  ])
    for (const type of channelTypes) {
      const write = textIn(language, say(`expected.${type}`));
      expect(write).toBe(expected[type] ?? inputOf(type).expected);
      expect(textIn(language, say("value.post", { expected: write }))).toBe(problems["a post"](write));
      expect(textIn(language, say("value.too-long", { count: channelLimits.value, expected: write }))).toBe(
        problems["too long"](write),
      );
    }
});

it("a value in a sentence comes as it is, or in the language if it is a text of ours", () => {
  const label = say("label.name");
  expect(textIn("hi", say("field.required", { label }))).toBe("“नाम” भरना ज़रूरी है।");
  expect(textIn("en", say("field.required", { label }))).toBe("Name is required.");
  const rest = say("inquiries.rest-stale", { count: 2 });
  expect(textIn("hi", say("inquiries.changed-but", { count: 3, rest }))).toBe(
    "3 संदेश बदले गए। 2 को इस बीच किसी सहकर्मी ने बदल दिया था।",
  );
  expect(textIn("en", say("inquiries.changed", { count: 1 }))).toBe("1 inquiry changed.");
});

/** Codes of Node for a connection that fails. */
const connectionFailures =
  "ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT EPROTO CERT_HAS_EXPIRED EPIPE".split(
    " ",
  );

/** Sources whose sentences no response has, with the reason. */
const elsewhere: ReadonlyArray<[files: RegExp, why: string]> = [
  [/^server\/(cli|demo|imports)\/|^server\/(config|environment|private-files|logger)\.ts$/, "programs of the operator"],
  [/^server\/(backup\/restore|metrics|store\/postgres)\//, "reasons for the operator"],
  [/^server\/notifications\/(channel-copy|event-copy|trust-copy|copy)\.ts$/, "notifications and mails"],
  [/^domain\/brands\//, "the pages say this from their own texts"],
  [/^domain\/inquiries\/mail-remarks\.ts$/, "stored with an email; its pages say this from their own texts"],
  [/^domain\/csv-reader\.ts$/, "said of a file by the browser and by programs of the operator"],
];

it("no sentence stands in the code of the server: each has a code", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("{server,contract,domain}/**/*.ts", { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing[\w-]*\.ts$/.test(file) && !elsewhere.some(([sources]) => sources.test(file)),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => sentencesIn(readFileSync(join(root, file), "utf8"), file));
  expect([...new Set(found.map((parts) => parts.join("7")))]).toEqual([]);
});

/** Names and examples, which are the same in each language. */
const names = new Set(["Standard Webhooks", "smtp.example.com", "imap.example.com", "Ctrl + Enter"]);

it("no words stand in the code of the pages: each text is in a catalogue", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("{web,copy}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|testing/.test(file),
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) => sentencesIn(readFileSync(join(root, file), "utf8"), file));
  expect(found.map((parts) => parts.join("7")).filter((text) => !names.has(text))).toEqual([]);
});

/** A node of an ESTree. */
interface Node {
  type: string;
  [key: string]: unknown;
}

/**
 * The sentences in a source, each as the parts around its values: texts of some words that begin with a capital letter
 * and end as a sentence, also in brackets or quotes, what is put into `message`, and `must be …`, which follows "This"
 * (`server/site/site-checks.ts`); and words in elements and in their names. Leaves out errors, lines of the log and of
 * the console, the API's document, commands and keys.
 */
function sentencesIn(source: string, file: string): string[][] {
  const found: string[][] = [];
  const visit = (node: unknown, isMessage = false): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one));
    if (!isNode(node)) return;
    const { type, key, value, callee, test: condition, consequent, alternate } = node;
    if (type === "NewExpression" && nameOf(callee).endsWith("Error")) return;
    if (type === "CallExpression" && /^(describe|meta|info|warn|error|fatal)$/.test(nameOf(callee))) {
      if (/^(describe|meta)$/.test(nameOf(callee))) visit(callee);
      return;
    }
    if (type === "JSXElement" && /^(code|kbd)$/.test(nameOf((node["openingElement"] as Node)["name"]))) return;
    const isSpoken = type === "JSXText" || (type === "JSXAttribute" && spokenAttributes.test(nameOf(node["name"])));
    const words = isSpoken && (type === "JSXText" ? value : isNode(value) && value["value"]);
    if (typeof words === "string") {
      if (/\p{L}{2}/u.test(words)) found.push([words.trim()]);
      return;
    }
    if (type === "Property" && /^(summary|description|title)$/.test(nameOf(key))) return;
    if (type === "Property") return visit(value, nameOf(key) === "message");
    if (type === "ConditionalExpression") {
      visit(condition);
      visit(consequent, isMessage);
      return visit(alternate, isMessage);
    }
    const parts = partsOf(node);
    if (parts === undefined) return Object.values(node).forEach((inner) => visit(inner));
    const text = parts.join("7");
    if (text.startsWith("must ")) found.push(joined(joined(["This "], parts), ["."]));
    else if (/^[(“]?[A-Z\d].* .*[.?][)”]?$/s.test(text) || (isMessage && text.includes(" "))) found.push(parts);
    for (const inner of [node["expressions"], node["left"], node["right"]]) visit(isText(inner) ? undefined : inner);
  };
  visit(parseSync(file, source).program.body);
  return found;
}

/** Attributes whose text people read or hear. */
const spokenAttributes = /^(aria-(label|description)|title|label|alt|hint|lead|placeholder)$/;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const isText = (value: unknown) => isNode(value) && partsOf(value) !== undefined;

/** The name of an identifier, of a property, or of what is called. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "MemberExpression") return nameOf(node["property"]);
  const name = node["name"] ?? node["value"];
  return typeof name === "string" ? name : "";
}

/** The parts of a text around its values: of a literal, a template or a sum of them; undefined if it is none. */
function partsOf(node: Node): string[] | undefined {
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : undefined;
  if (node.type === "TemplateLiteral") {
    return (node["quasis"] as Array<{ value: { cooked: string } }>).map(({ value }) => value.cooked);
  }
  if (node.type !== "BinaryExpression" || node["operator"] !== "+") return undefined;
  const [left, right] = [node["left"], node["right"]].map((side) => (isNode(side) ? partsOf(side) : undefined));
  if (left === undefined && right === undefined) return undefined;
  return joined(left ?? ["", ""], right ?? ["", ""]);
}

/** The parts of two texts, one after the other. */
function joined(first: string[], second: string[]): string[] {
  return [...first.slice(0, -1), `${first.at(-1)}${second[0]}`, ...second.slice(1)];
}
