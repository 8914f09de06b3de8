import { expect, it } from "vitest";
import { textOfHtml } from "./html-text.ts";

it.each([
  ["cells", "<table><tr><td>Date</td><td>28 Nov</td></tr></table>"],
  ["cells without ends", "<table><tr><th>Date<td>28 Nov</table>"],
  ["cells of no table", "<td>Date</td><td>28 Nov</td>"],
  ["cells of a form in a table", "<table><tr><form><td>Date</td><td>28 Nov</td></form></tr></table>"],
  ["text beside the cells of a table", "<table>Date<tr><td>28 Nov</td></tr></table>"],
  ["a caption", "<table><caption>Date</caption><tr><td>28 Nov</td></tr></table>"],
  ["cells with a comment between", "<table><!-- a --><tr><td>Date</td><!-- b --><td>28 Nov</td></tr></table>"],
  ["cells of a layout", "<table><tr><td>Date</td><td>28 Nov<table></table></td></tr></table>"],
  ["a list of terms", "<dl><dt>Date</dt><dd>28 Nov</dd></dl>"],
  ["a summary", "<details><summary>Date</summary>28 Nov</details>"],
])("separates %s", async (_what, html) => {
  expect(await textOfHtml(html)).toMatch(/^Date\s+28 Nov$/);
});
