import { expect, type Page, type Request, type Route } from "@playwright/test";

/**
 * Holds calls back. `next()` waits for the first one that is still held and returns its route, which the test
 * continues, fulfills or aborts: none can be let go before it is made.
 * @param isHeld which calls to the address are held; the others go on
 */
export async function holdCalls(page: Page, url: string, isHeld: (request: Request) => boolean = () => true) {
  const held: Route[] = [];
  await page.route(url, (route) => {
    if (!isHeld(route.request())) return route.fallback();
    held.push(route);
    return undefined;
  });
  return {
    /** How many are held now. */
    count: () => held.length,
    async next(): Promise<Route> {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      return held.shift() as Route;
    },
  };
}
