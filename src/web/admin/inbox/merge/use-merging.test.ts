import { expect, it } from "vitest";
import { undoOnCurrent } from "./use-merging.ts";

const into = { id: "b", reference: "B" };
const undo = { from: { id: "a", reference: "A", version: 3 }, into, isUndo: true };

it("undoes a merge that is still there, whatever was written since", () => {
  expect(undoOnCurrent(undo, { version: 5, mergedInto: into })).toEqual({
    ...undo,
    from: { ...undo.from, version: 5 },
  });
});

it.each([
  ["of an undo, if it is merged elsewhere now", undo, { version: 5, mergedInto: { id: "c", reference: "C" } }],
  ["of an undo, if it is on its own again", undo, { version: 5, mergedInto: null }],
  ["of an undo that is refused at its own version", undo, { version: 3, mergedInto: into }],
  ["of a merge", { ...undo, isUndo: false }, { version: 5, mergedInto: into }],
])("makes no other try %s", (_what, asked, current) => {
  expect(undoOnCurrent(asked, current)).toBeUndefined();
});
