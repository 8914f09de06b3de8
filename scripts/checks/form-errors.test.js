/**
 * No form shows the browser's own bubble, which speaks the phone's language: a control that the browser checks stands
 * in a component that words what is invalid (`useInvalid`), or in a form that the browser does not check.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parseSync } from "vite";

const root = path.join(import.meta.dirname, "../..");
/** Components with `useInvalid`, which get the control's attributes or render it. */
const wording = new Set(["Field", "Select", "Checked", "CheckForm"]);
const controls = new Set(["input", "textarea", "select"]);
const unchecked = new Set(["checkbox", "radio", "file", "hidden", "search", "text", "submit"]);
const constraints = new Set(["pattern", "min", "max", "step", "minLength"]);
/** Spread from a component's own attributes: its callers are checked. */
const passedOn = new Set(["rest", "props", "select", "attributes"]);

/** The places of controls that would show the bubble. @param {string} file @param {string} source */
function bubbles(file, source) {
  if (!/\brequired\b|<(?:input|textarea|select)\b/.test(source)) return [];
  /** @type {string[]} */
  const found = [];
  /** @param {any} node @param {boolean} isWorded */
  const walk = (node, isWorded) => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach((one) => walk(one, isWorded));
    let inside = isWorded;
    if (node.type === "JSXElement") {
      const { name, attributes } = node.openingElement;
      const has = (/** @type {string} */ named) =>
        attributes.some((/** @type {any} */ one) => one.name?.name === named || one.argument?.name === named);
      inside ||= wording.has(name.name) || has("watch") || (name.name === "form" && has("noValidate"));
      const type = attributes.find((/** @type {any} */ one) => one.name?.name === "type")?.value?.value;
      const isChecked = attributes.some(
        (/** @type {any} */ one) =>
          one.name?.name === "required" ||
          (controls.has(name.name) &&
            (constraints.has(one.name?.name) ||
              (one.type === "JSXSpreadAttribute" && !passedOn.has(one.argument.name) && !unchecked.has(type)))),
      );
      const isFixed = attributes.some((/** @type {any} */ one) => one.name?.name === "readOnly" && one.value === null);
      const isTyped = name.name === "input" && type !== undefined && !unchecked.has(type);
      // The browser does not check what nobody can change.
      if ((isChecked || isTyped) && !inside && !isFixed)
        found.push(`${file}:${source.slice(0, node.start).split("\n").length} <${name.name}>`);
    }
    for (const [key, value] of Object.entries(node)) if (key !== "parent") walk(value, inside);
  };
  walk(parseSync(file, source).program, false);
  return found;
}

it("words what is invalid in every control that the browser checks", () => {
  const files = globSync("src/web/**/*.tsx", { cwd: root, exclude: ["**/*.test.*", "**/testing*"] });
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((file) => bubbles(file, readFileSync(path.join(root, file), "utf8")))).toEqual([]);
});

it.each([
  "<form><input required /></form>",
  '<form><div className="field"><input type="date" /></div></form>',
  "<form><MentionBox required readOnly={isAdding} /></form>",
  "<form><input {...input} /></form>",
])("would notice %s", (code) => expect(bubbles("a.tsx", `const a = ${code};`)).toHaveLength(1));

it.each([
  "<form noValidate><input required /></form>",
  "<Field>{(control) => <input {...control} required />}</Field>",
  "<form {...watch}><MentionBox required /></form>",
])("accepts %s", (code) => expect(bubbles("a.tsx", `const a = ${code};`)).toEqual([]));
