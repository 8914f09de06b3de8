import type { DomNode, FormatCallback } from "html-to-text";

/** A larger table, or one of a page's layout, is written cell by cell. */
const maxCells = 500;

/** The text of HTML, such as an email's: pictures are left out, links keep their address, cells stand in columns. */
export async function textOfHtml(html: string): Promise<string> {
  const { convert } = await import("html-to-text");
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 500_000, maxDepth: 50, maxChildNodes: 2000 },
    formatters: { tableOfData: formatTable },
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
      { selector: "table", format: "tableOfData", options: { uppercaseHeaderCells: false, maxColumnWidth: 200 } },
      ...["td", "th", "tr"].map((selector) => ({
        selector,
        format: "block",
        options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
      })),
    ],
  });
}

/** Aligned columns for data; blocks for a table that holds other tables, which mail programs use for layout. */
const formatTable: FormatCallback = (table, walk, builder, options) => {
  const isData = !holdsTable(table) && cellsOf(table) <= maxCells;
  // The builder knows the formatters of the library, though its type does not say so.
  const { formatters } = (builder as unknown as { options: { formatters: Record<string, FormatCallback> } }).options;
  formatters[isData ? "dataTable" : "block"]?.(table, walk, builder, options);
};

const holdsTable = ({ children }: DomNode): boolean =>
  (children ?? []).some((child) => child.name === "table" || holdsTable(child));

const cellsOf = ({ children }: DomNode): number =>
  (children ?? []).reduce((sum, child) => sum + (/^t[dh]$/.test(child.name ?? "") ? 1 : cellsOf(child)), 0);
