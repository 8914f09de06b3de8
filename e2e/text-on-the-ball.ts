import type { Page } from "@playwright/test";

/** The lines of text within 4 px of the ball, where it is seen at all. A card is opaque. */
export function textOnTheBall(page: Page): Promise<string[]> {
  return page.locator(".hero").evaluate((hero) => {
    const edge = hero.getBoundingClientRect();
    const ball = hero.querySelector(".big-ball")?.getBoundingClientRect();
    if (ball === undefined) return ["there is no ball"];
    const seen = {
      width: Math.min(ball.right, edge.right) - Math.max(ball.left, edge.left),
      height: Math.min(ball.bottom, edge.bottom) - Math.max(ball.top, edge.top),
    };
    if (seen.width < 20 || seen.height < 20) return ["the ball is out of sight"];
    // The corners of its box are empty.
    const radius = ball.width / 2;
    const [x, y] = [ball.left + radius, ball.top + radius];
    return [...hero.querySelectorAll("h1, h2, p, dt, dd")].flatMap((element) => {
      if (element.closest(".card") !== null || !element.checkVisibility()) return [];
      const range = document.createRange();
      range.selectNodeContents(element);
      const isMet = [...range.getClientRects()].some(({ left, right, top, bottom }) => {
        const [across, down] = [Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0)];
        return Math.hypot(across, down) < radius + 4;
      });
      return isMet ? [element.textContent ?? ""] : [];
    });
  });
}
