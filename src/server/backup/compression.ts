import { fileChunks } from "../lib/file-chunks.ts";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";

/** The ending of a compressed part (RFC 8878): `zstd -d` opens it without this program. */
export const compressed = ".zst";

/** Compresses a file into a new one. Returns the size and the checksum of the first. */
export async function compress(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const source = fileChunks(from, { highWaterMark: 1 << 18 });
  await pipeline(source, measured, createZstdCompress(), createWriteStream(to, { flags: "wx", mode: 0o600 }));
  return { bytes, sha256: hash.digest("hex") };
}
