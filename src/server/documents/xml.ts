/**
 * Text for the content and the quoted attributes of an XML document. Control characters are left out: XML allows none
 * of them, even escaped (https://www.w3.org/TR/xml/#charsets).
 */
export function xmlText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
