import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { readArchive, writeArchive } from "./archive.ts";

const content = Buffer.from("hello");
const [headBytes, endBytes] = [512, 1024];

/** An archive of one file. */
const good = await buffer(Readable.from(writeArchive([{ name: "a", bytes: 5, body: Readable.from([content]) }])));

/** A header like that of the file, changed, with a correct checksum. */
function head(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(good.subarray(0, headBytes));
  change(bytes);
  bytes.fill(" ", 148, 156);
  bytes.write(
    `${bytes
      .reduce((sum, byte) => sum + byte)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148,
  );
  return bytes;
}

/** An entry that changes the next one's name where the reader supports its type: `x` and `g` are POSIX's, `L` GNU's. */
function renaming(type: string): Buffer {
  const text = type === "L" ? "evil" : "13 path=evil\n";
  const size = text.length.toString(8).padStart(11, "0");
  const bytes = Buffer.alloc(
    2 * headBytes,
    head((own) => own.write(type, 156) && own.write(size, 124)),
  );
  bytes.fill(0, headBytes).write(text, headBytes);
  return bytes;
}

const [file, end] = [good.subarray(0, -endBytes), good.subarray(-endBytes)];
const withHead = (change: (bytes: Buffer) => void) => Buffer.concat([head(change), good.subarray(headBytes)]);

async function read(bytes: Buffer, step = 700): Promise<string[]> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_none, at) =>
    bytes.subarray(at * step, (at + 1) * step),
  );
  const found: string[] = [];
  for await (const { name, body } of readArchive(Readable.from(chunks)))
    found.push(`${name}: ${String(await buffer(Readable.from(body)))}`);
  return found;
}

it.each([1, 511, 512, 513, 5000])("reads files however the stream is cut (%d bytes)", async (step) => {
  expect(await read(Buffer.concat([file, file, end]), step)).toEqual(["a: hello", "a: hello"]);
});

it("reads a size in binary", async () => {
  const size = Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, content.length]);
  expect(await read(withHead((bytes) => void size.copy(bytes, 124)))).toEqual(["a: hello"]);
});

it.each<[string, Buffer, RegExp]>([
  ["a link", withHead((bytes) => bytes.write("2", 156)), /no plain file/],
  ["a folder", withHead((bytes) => bytes.write("5", 156)), /no plain file/],
  ["a path before the name", withHead((bytes) => bytes.write("etc", 345)), /no plain file/],
  ["another name for the next file (POSIX)", Buffer.concat([renaming("x"), good]), /no plain file/],
  ["another name for all files (POSIX)", Buffer.concat([renaming("g"), good]), /no plain file/],
  ["another name for the next file (GNU)", Buffer.concat([renaming("L"), good]), /no plain file/],
  ["a file after the end", Buffer.concat([good, good]), /goes on after its end/],
  ["an end before the first file", Buffer.concat([end, good]), /goes on after its end/],
  ["a few bytes after the end", Buffer.concat([good, content]), /goes on after its end/],
  ["no end", file, /ends too soon/],
  ["half an end", good.subarray(0, 2 * headBytes + 100), /ends too soon/],
  ["half a file", good.subarray(0, headBytes + 3), /ends too soon/],
  ["half a header", good.subarray(0, 100), /ends too soon/],
  ["nothing", Buffer.alloc(0), /ends too soon/],
  ["a negative size", withHead((bytes) => bytes.write("-0000000005", 124)), /a size in it cannot be read/],
  ["a size that is no number", withHead((bytes) => bytes.write("000000000x5", 124)), /a size in it cannot be read/],
  ["no size", withHead((bytes) => bytes.fill(0, 124, 136)), /a size in it cannot be read/],
  ["a size beyond exact numbers", withHead((bytes) => bytes.fill(0xff, 124, 136)), /a size in it cannot be read/],
  ["a changed header", Buffer.from(good).fill("b", 0, 1), /no backup of this program/],
])("rejects %s", async (_what, bytes, why) => {
  await expect(read(bytes)).rejects.toThrow(why);
});
