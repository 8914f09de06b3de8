import * as fc from "fast-check";
import { afterAll, vi } from "vitest";

// Each run has the same random cases, so that a run fails for a change alone. `SEED=random` or a number tries others.
const seed = process.env["SEED"] ?? "1";
if (seed !== "random") fc.configureGlobal({ seed: Number(seed) });

// The next file runs in the same process.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.resetConfig();
});
