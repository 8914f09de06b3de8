import { expect, it } from "vitest";
import { matchingReplies } from "./matching-replies.ts";

const replies = [
  {
    id: "paid",
    version: 1,
    title: "Paid out",
    text: "Hello {name}, the bank has it.",
    variants: { hi: "नमस्ते {name}, पैसे भेज दिए गए।" },
  },
  { id: "bank", version: 1, title: "Ask the BANK", text: "Please wait.", variants: {} },
  { id: "hindi", version: 1, title: "पासवर्ड", text: "नमस्ते {name}", variants: {} },
];

it("finds every word anywhere, titles first", () => {
  const ids = (typed: string) => matchingReplies(replies, typed).map(({ id }) => id);
  expect(ids(" ")).toEqual(["paid", "bank", "hindi"]);
  expect(ids("bank")).toEqual(["bank", "paid"]);
  expect(ids("out hello")).toEqual(["paid"]);
  expect(ids("पास नमस्ते")).toEqual(["hindi"]);
  expect(ids("bank of mars")).toEqual([]);
  expect(ids("पैसे")).toEqual(["paid"]);
});
