import { expect, it } from "vitest";
import { explainFailure, describeFailure } from "./failure.ts";
import { StoreUnavailableError } from "./store/store-unavailable.ts";

it("says of a store whose log may not be opened what to do, and not where in the program", () => {
  const cause = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES", syscall: "open" });
  expect(explainFailure(new StoreUnavailableError("disk", cause), { port: 1, dataDir: "/data" })).toBe(
    "DATA_DIR: the folder /data cannot be used (EACCES: permission denied); make it writable, or set DATA_DIR to " +
      "another",
  );
});

it("is described with its stack if it is unexpected", () => {
  const said = describeFailure(new TypeError("odd"), { port: 1, dataDir: "/data" });
  expect(said).toMatch(/^TypeError: odd\n/);
  expect(said).toContain(import.meta.filename);
});
