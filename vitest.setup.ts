import * as fc from "fast-check";

// The same random cases in each run, so that a run fails for a change alone. `SEED=random` or a number tries others.
const seed = process.env["SEED"] ?? "1";
if (seed !== "random") fc.configureGlobal({ seed: Number(seed) });
