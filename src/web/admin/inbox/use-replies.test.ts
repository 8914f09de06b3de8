import { expect, it } from "vitest";
import { z } from "zod";
import { createReplyIds } from "./use-replies.ts";

it("keeps the id of a reply until it is accepted or another one", () => {
  const ids = createReplyIds();
  const first = ids.idOf("one", "Paid out");
  expect(z.uuid().safeParse(first).success).toBe(true);
  expect(ids.idOf("one", "Paid out")).toBe(first);
  expect(ids.idOf("two", "Paid out")).not.toBe(first);
  const changed = ids.idOf("one", "Paid out today");
  expect(changed).not.toBe(first);
  ids.accepted("one");
  expect(ids.idOf("one", "Paid out today")).not.toBe(changed);
});
