/**
 * Puts the texts of one language into the code that browsers load: `copy.home.title` and `teamCopy.inbox.title` become
 * the text itself, so that each file holds only the texts that it shows, and a text costs what it would cost in the
 * component.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/**
 * A node of an ESTree with the place of its text.
 * @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node
 */

/**
 * The dictionary of a language: its file, its source and its object, and where its imports come from.
 * @typedef {{ file: string, source: string, root: Node, imports: Map<string, string> }} Dictionary
 */

/**
 * @param {string} file exports an object with its name in camel case, as `src/languages/compiled/hi.ts`
 * @param {string} [source]
 * @returns {Dictionary}
 */
export function readDictionary(file, source = readFileSync(file, "utf8")) {
  const name = path.basename(file, ".ts").replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const body = parse(file, source);
  const root = body
    .flatMap(({ declaration }) => declaration?.declarations ?? [])
    .find((/** @type {Node} */ { id }) => id.name === name)?.init;
  if (root?.type !== "ObjectExpression") throw new Error(`${file} has no object ${name}`);
  const imports = new Map(
    body
      .filter(({ type, importKind }) => type === "ImportDeclaration" && importKind !== "type")
      .flatMap((node) =>
        node["specifiers"].map((/** @type {Node} */ { local }) => [
          local.name,
          // `#domain/...` means the same in the code.
          node["source"].value.replace(/^\.\.?\/.*/, (/** @type {string} */ at) =>
            path.resolve(path.dirname(file), at),
          ),
        ]),
      ),
  );
  return { file, source, root, imports };
}

/**
 * The code with the texts in it; undefined if it has none. @throws if it uses `copy` in a way that only a running
 * program can resolve
 * @param {string} file
 * @param {string} source
 * @param {Record<string, Dictionary>} dictionaries by the name that code has for them: `copy`, `teamCopy`
 * @returns {string | undefined}
 */
export function inlineCopy(file, source, dictionaries) {
  if (!source.includes("#copy/current.ts")) return undefined;
  /** The imports of the texts, by name. @type {Map<string, string>} */
  const used = new Map();

  /** @param {Found} found */
  const textOf = ({ value, dictionary }, /** @type {Map<string, string>} */ given = new Map()) =>
    `(${rewrite(value, dictionary.source, (node) => {
      if (node.type === "MemberExpression") return given.get(namesOf(node)?.join(".") ?? "");
      if (node.type !== "Identifier") return undefined;
      const name = node["name"];
      const from = dictionary.imports.get(name);
      if (given.has(name) || from === undefined) return given.get(name);
      if ((used.get(name) ?? from) !== from) throw new Error(`${file}: two texts import different things as ${name}`);
      used.set(name, from);
      return `copy_${name}`;
    })})`;

  /** @type {(node: Node) => string | undefined} */
  const replace = (node) => {
    if (node.type === "ImportDeclaration") return source.slice(node.start, node.end);
    if (node.type === "Identifier" && Object.hasOwn(dictionaries, node["name"])) {
      const line = source.slice(0, node.start).split("\n").length;
      throw new Error(`${file}:${line}: name a text of ${node["name"]}, such as ${node["name"]}.home.title`);
    }
    if (node.type === "CallExpression") {
      const found = find(node["callee"], dictionaries);
      const given = found && argumentsOf(found, node["arguments"]);
      if (found === undefined || given === undefined) return undefined;
      const texts = [...given].map(
        ([name, argument]) => /** @type {const} */ ([name, `(${rewrite(argument, source, replace)})`]),
      );
      return textOf({ ...found, value: found.value["body"] }, new Map(texts));
    }
    const found = find(node, dictionaries);
    return found && textOf(found);
  };
  const whole = { type: "Program", start: 0, end: source.length, body: parse(file, source) };
  const text = rewrite(whole, source, replace);
  const imports = [...used].map(([name, from]) => `import { ${name} as copy_${name} } from ${JSON.stringify(from)};\n`);
  return imports.join("") + text;
}

/**
 * A text, and the dictionary of its file.
 * @typedef {{ value: Node, dictionary: Dictionary }} Found
 */

/**
 * The text that a node names: the longest `copy.a.b` there is. Undefined if the node is something else, or only a part
 * of the name.
 * @param {Node} node
 * @param {Record<string, Dictionary>} dictionaries
 * @returns {Found | undefined}
 */
function find(node, dictionaries) {
  const [root = "", ...names] = namesOf(node) ?? [];
  const dictionary = Object.hasOwn(dictionaries, root) ? dictionaries[root] : undefined;
  if (dictionary === undefined) return undefined;
  let value = dictionary.root;
  for (const name of names) {
    // A method of a text.
    if (value.type !== "ObjectExpression") return undefined;
    const found = value["properties"].find(
      (/** @type {Node} */ { key }) => key !== undefined && (key.name ?? key.value) === name,
    );
    if (found === undefined) throw new Error(`${dictionary.file} has no ${names.join(".")}`);
    value = withoutTypes(found.value);
  }
  return { value, dictionary };
}

/**
 * `["copy", "a", "b"]` of `copy.a.b`.
 * @param {Node} node
 * @returns {string[] | undefined}
 */
function namesOf(node) {
  if (node.type !== "MemberExpression" || node["computed"]) return undefined;
  const { object, property } = node;
  if (object.type === "Identifier") return [object.name, property.name];
  const names = namesOf(object);
  return names && [...names, property.name];
}

/** @param {Node} node @returns {Node} */
function withoutTypes(node) {
  return /^TS(As|Satisfies)Expression$/.test(node.type) ? withoutTypes(node["expression"]) : node;
}

/**
 * The argument for each parameter, or for each property of one that is an object (`of.name`), if the function's body
 * may take its place: each is evaluated once, or has no effect.
 * @param {Found} found
 * @param {Node[]} given
 * @returns {Map<string, Node> | undefined}
 */
function argumentsOf({ value, dictionary: { source } }, given) {
  if (value.type !== "ArrowFunctionExpression" || value["body"].type === "BlockStatement") return undefined;
  /** @type {Node[]} */
  const params = value["params"];
  if (params.length !== given.length || params.some(({ type }) => type !== "Identifier")) return undefined;
  const texts = new Map(params.flatMap(({ name }, at) => propertiesOf(name, /** @type {Node} */ (given[at]))));
  /** @type {string[]} */
  const names = [];
  let hasFunction = false;
  rewrite(value["body"], source, (node) => {
    const property = namesOf(node)?.join(".");
    if (property !== undefined && texts.has(property)) {
      names.push(property);
      return "";
    }
    if (node.type === "Identifier") names.push(node["name"]);
    if (node.type === "ArrowFunctionExpression") hasFunction = true;
    return undefined;
  });
  const isPlain = (/** @type {Node} */ node) => /^(Identifier|Literal|MemberExpression)$/.test(node.type);
  const isSafe = [...texts].every(
    ([name, argument]) => isPlain(argument) || names.filter((each) => each === name).length === 1,
  );
  const isWhole = params.some(({ name }) => !texts.has(name) && names.includes(name));
  return hasFunction || !isSafe || isWhole ? undefined : texts;
}

/**
 * The argument by the parameter's name, or its properties if it is an object with nothing but those.
 * @param {string} name
 * @param {Node} argument
 * @returns {[string, Node][]}
 */
function propertiesOf(name, argument) {
  /** @type {Node[]} */
  const properties = argument.type === "ObjectExpression" ? argument["properties"] : [];
  const isSimple = properties.every(({ type, computed, kind }) => type === "Property" && !computed && kind === "init");
  if (properties.length === 0 || !isSimple) return [[name, argument]];
  return properties.map(({ key, value }) => [`${name}.${key.name ?? key.value}`, value]);
}

/**
 * The source of a node, in which `replace` puts another text in the place of some.
 * @param {Node} node
 * @param {string} source
 * @param {(node: Node) => string | undefined} replace
 * @returns {string}
 */
function rewrite(node, source, replace) {
  const replaced = replace(node);
  if (replaced !== undefined) return replaced;
  if (node.type === "Property" && node["shorthand"] && node["value"].type === "Identifier") {
    const value = rewrite(node["value"], source, replace);
    return value === node["value"].name ? value : `${node["key"].name}: ${value}`;
  }
  let text = "";
  let at = node.start;
  for (const child of childrenOf(node)) {
    if (child.start < at) continue;
    text += source.slice(at, child.start) + rewrite(child, source, replace);
    at = child.end;
  }
  return text + source.slice(at, node.end);
}

/** The nodes within a node, but names that refer to nothing. @param {Node} node @returns {Node[]} */
function childrenOf(node) {
  return Object.entries(node)
    .filter(([key]) => !(node["computed"] !== true && (key === "property" || (key === "key" && "value" in node))))
    .flatMap(([, value]) => value)
    .filter((value) => value !== null && typeof value === "object" && "start" in value)
    .sort((a, b) => a.start - b.start);
}

/** @param {string} file @param {string} source @returns {Node[]} */
function parse(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  return /** @type {any} */ (program).body;
}
