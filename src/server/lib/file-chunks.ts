import { createReadStream } from "node:fs";

/**
 * The content of a file. It is opened at the first read: a stream that nobody reads would stay open, or end the program
 * where its file is gone by the time it is opened.
 * @throws the system's error
 */
export async function* fileChunks(
  path: string,
  options: { start?: number; highWaterMark?: number } = {},
): AsyncGenerator<Buffer, void> {
  // Each chunk is a Buffer, since no encoding is set.
  yield* createReadStream(path, options) as AsyncIterable<Buffer>;
}
