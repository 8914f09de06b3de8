import type { Bench } from "./figures.ts";

export const pages: Bench = {
  name: "pages",
  run: async () => ({ figures: [], missing: [], growth: [] }),
};
