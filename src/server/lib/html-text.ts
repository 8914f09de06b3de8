/** The text of HTML, such as an email's: pictures are left out, links keep their address. */
export async function textOfHtml(html: string): Promise<string> {
  const { convert } = await import("html-to-text");
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 500_000, maxDepth: 50, maxChildNodes: 2000 },
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
    ],
  });
}
