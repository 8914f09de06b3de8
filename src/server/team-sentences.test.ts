import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { conversationPaths } from "#contract/conversation-paths.ts";
import { visitorPaths } from "#contract/paths.ts";
import { en as visitors } from "#copy/compiled/en.ts";
import { hi } from "#copy/team/hi.ts";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { refusalTexts } from "#domain/channels/channel-check.ts";
import { translation } from "#web/api/server-texts.ts";
import { connectionProblem } from "./notifications/http-post.ts";
import { refusals } from "./testing-messages.ts";
import { createTestApp, type TestApp } from "./testing.ts";

const hindi = (sentence: string) => translation(hi.serverTexts, sentence);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it("what a call of the team says of a field has Hindi", async () => {
  const forVisitors = [...Object.values(visitorPaths), ...Object.values(conversationPaths)].map(
    (path) => `/api${path}`,
  );
  const said = (await refusals(test)).filter(({ url, at }) => !(at.startsWith("POST ") && forVisitors.includes(url)));
  const { notAnObject, correctFields, unavailable, internal, files } = visitors.problems;
  const sentences = [
    ...said.map(({ message }) => message),
    ...[notAnObject, correctFields, unavailable, internal, ...Object.values(files)],
    ...[undefined, ...connectionFailures].map((code) => connectionProblem("The mail server", code)),
  ];
  expect(new Set(sentences).size).toBeGreaterThan(150);
  // A label in quotes that is still English has none.
  const missing = sentences.filter((sentence) => /^$|“[a-z]/i.test(hindi(sentence) ?? ""));
  expect([...new Set(missing)]).toEqual([]);
});

it("what may be typed as a channel is said as the form says it", () => {
  const { expected, problems } = hi.channels.editor;
  for (const type of channelTypes) {
    for (const [reason, start] of Object.entries(refusalTexts)) {
      const said = `${start} ${inputOf(type).expected}.`;
      expect(hindi(said), said).toBe(new Map(Object.entries(problems)).get(reason)?.(expected[type] ?? ""));
    }
  }
});

it("a value in a sentence comes as it is, or in Hindi if it is a word of ours", () => {
  expect(hindi("Name is required.")).toBe("“नाम” भरना ज़रूरी है।");
  expect(hindi("Too many tries. Please wait 1 second and try again.")).toContain(" 1 सेकंड ");
  expect(hindi("3 inquiries changed. 2 had been changed by a colleague.")).toBe(
    "3 संदेश बदले गए। 2 को इस बीच किसी सहकर्मी ने बदल दिया था।",
  );
  expect(hindi("What no server says.")).toBeUndefined();
});

/** Codes of Node for a connection that fails. */
const connectionFailures =
  "ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT EPROTO CERT_HAS_EXPIRED EPIPE".split(
    " ",
  );

/** Sources whose sentences no page of the team shows, with the reason. */
const elsewhere: ReadonlyArray<[files: RegExp, why: string]> = [
  [/^server\/(cli|demo|imports)\/|^server\/(config|private-files|logger)\.ts$/, "programs of the operator"],
  [/^server\/(backup|metrics|store\/postgres)\//, "reasons for the operator"],
  [/^server\/auth\/team\/signed-members\.ts$/, "reasons for the operator"],
  [/^server\/notifications\/(channel-copy|event-copy|trust-copy|copy)\.ts$/, "notifications and mails"],
  [/^server\/incoming-mail\/incoming-mail-routes\.ts$/, "for the provider of mail, which pushes it"],
  [/^contract\/(inquiries\/submission|paths)\.ts$/, "for visitors"],
  [/^domain\/brands\//, "the pages say this from their own texts"],
  [/^domain\/inquiries\/mail-remarks\.ts$/, "stored with an email; its pages say this from their own texts"],
  [/^domain\/channels\/channel-check\.ts$/, "put together from texts that the test above reads"],
  [/^domain\/csv-reader\.ts$/, "said of a file by the browser and by programs of the operator"],
];

/** Sentences that no page of the team shows, with the reason. */
const exceptions = new Map([
  ["This API token does not work: it is wrong, expired or revoked.", "for programs"],
  ["This API token makes too many calls. Try again in 7 s.", "for programs"],
  ["No API token may make this call.", "for programs"],
  ["This call needs an API token with the scope 7.", "for programs"],
  ["An API token changes the status only.", "for programs"],
  ["This must be a path such as /og.png or an https address.", "a field of the configuration file only"],
  ["The form has a part “7” that is not known here. Send files as “7”.", "for programs"],
  ["This is not known here.", "for programs"],
  ["7 7.", "`connectionProblem`, which the test above calls"],
  ["This 7.", "a message about a field of the site, whose end is a text of its own"],
]);

it("each sentence in the code of the server has Hindi, but for those that no page of the team shows", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("{server,contract,domain}/**/*.ts", { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing[\w-]*\.ts$/.test(file) && !elsewhere.some(([sources]) => sources.test(file)),
  );
  const found = files.flatMap((file) => sentencesIn(readFileSync(join(root, file), "utf8"), file));
  expect(found.length).toBeGreaterThan(250);
  const isTranslated = (parts: string[]) => filledIn(parts).some((sentence) => hindi(sentence) !== undefined);
  const missing = found.filter((parts) => !exceptions.has(parts.join("7")) && !isTranslated(parts));
  expect([...new Set(missing.map((parts) => parts.join("7")))]).toEqual([]);
  const said = new Set(found.map((parts) => parts.join("7")));
  expect([...exceptions.keys()].filter((sentence) => !said.has(sentence))).toEqual([]);
});

/** The sentences that the parts around values may make. */
function filledIn([first = "", ...rest]: string[]): string[] {
  if (rest.length === 0) return [first];
  return filledIn(rest).flatMap((end) => ["7", "", " (7)", "7 inquiries"].map((value) => first + value + end));
}

/** A node of an ESTree. */
interface Node {
  type: string;
  [key: string]: unknown;
}

/**
 * The sentences in a source, each as the parts around its values: texts of some words that begin with a capital letter
 * and end as a sentence, also in brackets or quotes, what is put into `message`, and `must be …`, which follows "This"
 * (`server/site/site-checks.ts`). Leaves out errors, lines of the log and the API's document.
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
