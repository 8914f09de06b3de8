import { expect, test } from "vitest";
import { recordCounter } from "./export-dialog.tsx";

const bytes = (text: string) => new TextEncoder().encode(text);

test("a line end in a quoted cell ends no record, wherever the parts are cut", () => {
  const csv = bytes('Name,Message\r\nAsha,"one\r\ntwo ""three""\n"\r\nमीरा,four\r\n');
  const whole = recordCounter("csv");
  expect(whole(csv)).toBe(2);
  const oneByOne = recordCounter("csv");
  expect([...csv].map((byte) => oneByOne(Uint8Array.of(byte))).at(-1)).toBe(2);
  expect(recordCounter("csv")(bytes("Name,Message\r\n"))).toBe(0);
});

test("each line is a record of JSON Lines", () => {
  const count = recordCounter("jsonl");
  expect(count(bytes('{"query":"an \\" odd quote"}\n{"na'))).toBe(1);
  expect(count(bytes('me":"x"}\n'))).toBe(2);
});
