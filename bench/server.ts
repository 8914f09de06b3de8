import type { Bench } from "./figures.ts";

export const server: Bench = {
  name: "server",
  run: async () => ({ figures: [], missing: [], growth: [] }),
};
