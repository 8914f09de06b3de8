import { expect, it } from "vitest";
import { wrapCalls } from "./wrap-calls.ts";

it("wraps the calls of every part, and leaves what a part shares with others as it is", () => {
  const changed = new Set<string>();
  const store = { name: "store", replies: { changed, deeper: { count: (increment: number) => increment + 1 } } };
  const called: string[] = [];
  const wrapped = wrapCalls(store, (operation, call) => (...args) => {
    called.push(operation);
    return call(...args);
  });
  expect(wrapped.replies.deeper.count(1)).toBe(2);
  expect(called).toEqual(["replies.deeper.count"]);
  expect(wrapped.name).toBe("store");
  wrapped.replies.changed.add("a reply");
  expect([...changed]).toEqual(["a reply"]);
});
