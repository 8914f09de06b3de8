/** An inquiry's private page; also declared in `web/routes.tsx`, and a test keeps both equal. */
export const receiptPath = "/receipt";

/** The path of the private page that `key` opens. */
export function receiptLink(key: string): string {
  return `${receiptPath}?key=${key}`;
}
