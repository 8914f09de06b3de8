/** The private page of an inquiry; it is declared in `web/routes.tsx` as well, and a test holds them together. */
export const receiptPath = "/receipt";

/** The path of the private page that `key` opens. */
export function receiptLink(key: string): string {
  return `${receiptPath}?key=${key}`;
}
