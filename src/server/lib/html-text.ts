import type { DomNode, FormatCallback } from "html-to-text";

/** A larger table, or one of a page's layout, is written cell by cell. */
const maxCells = 500;

/** Nested deeper, the library takes time that grows with the square of the depth. Long threads have some 100. */
const maxDepth = 300;
const maxLength = 500_000;

/** Elements that browsers show apart from their neighbours, which the library joins without a space. */
const linesOfTheirOwn = "td th tr caption dt dd summary legend figcaption option".split(" ");

/** The text of HTML, such as an email's: pictures are left out, links keep their address, cells stand in columns. */
export async function textOfHtml(html: string): Promise<string> {
  const { convert } = await import("html-to-text");
  const read = html.length > maxLength ? html.slice(0, maxLength) : html;
  return convert(isTooDeep(read) ? withoutTags(read) : read, {
    wordwrap: false,
    limits: { maxDepth: 50, maxChildNodes: 2000 },
    formatters: { tableOfData: formatTable },
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
      { selector: "table", format: "tableOfData", options: { uppercaseHeaderCells: false, maxColumnWidth: 200 } },
      ...linesOfTheirOwn.map((selector) => ({
        selector,
        format: "block",
        options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
      })),
    ],
  });
}

/**
 * Aligned columns for data; blocks for a table that holds other tables, which mail programs use for layout, or anything
 * beside rows of cells, which columns would leave out.
 */
const formatTable: FormatCallback = (table, walk, builder, options) => {
  const isData = !holdsTable(table) && cellsOf(table) <= maxCells && holdsOnlyCells(table);
  // The builder knows the formatters of the library, though its type does not say so.
  const { formatters } = (builder as unknown as { options: { formatters: Record<string, FormatCallback> } }).options;
  formatters[isData ? "dataTable" : "block"]?.(table, walk, builder, options);
};

const tags = /<(\/?)([a-z][a-z0-9]*)[^<>]*>?/gi;
/** Elements that end by themselves, or have no content. */
const selfEnding = /^(?:br|hr|img|input|meta|link|area|base|col|embed|source|track|wbr|p|li|td|th|tr|dt|dd|option)$/i;

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, end, name = ""] of html.matchAll(tags)) {
    if (selfEnding.test(name)) continue;
    depth = end === "" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return false;
}

const inline = /^(?:a|abbr|b|big|code|em|font|i|small|span|strong|sub|sup|u)$/i;

/** Returns the text without tags: each line of a block in a line of its own. */
const withoutTags = (html: string) =>
  html.replace(tags, (_tag, _end, name: string) => (inline.test(name) ? "" : "<br>"));

const partsOfTables: ReadonlyMap<string, RegExp> = new Map([
  ["table", /^(?:thead|tbody|tfoot|tr|colgroup)$/],
  ["thead", /^tr$/],
  ["tbody", /^tr$/],
  ["tfoot", /^tr$/],
  ["tr", /^t[dh]$/],
]);

/** Returns whether a table has nothing outside its cells. */
function holdsOnlyCells({ name = "", children }: DomNode): boolean {
  const parts = partsOfTables.get(name);
  if (parts === undefined) return true;
  return (children ?? []).every((child) =>
    child.type === "tag"
      ? parts.test(child.name ?? "") && holdsOnlyCells(child)
      : child.type !== "text" || !/\S/.test(child.data ?? ""),
  );
}

const holdsTable = ({ children }: DomNode): boolean =>
  (children ?? []).some((child) => child.name === "table" || holdsTable(child));

const cellsOf = ({ children }: DomNode): number =>
  (children ?? []).reduce((sum, child) => sum + (/^t[dh]$/.test(child.name ?? "") ? 1 : cellsOf(child)), 0);
