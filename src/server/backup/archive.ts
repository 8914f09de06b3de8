export interface Entry {
  name: string;
  bytes: number;
  body: AsyncIterable<Uint8Array>;
}

const block = 512;

/** The archive is invalid or truncated. */
class ArchiveError extends Error {}

/**
 * A tar archive (POSIX ustar) of plain files, as a stream. After decryption with `age`, plain `tar` can open it.
 * @throws ArchiveError if a body's length differs from its entry
 */
export async function* writeArchive(entries: Iterable<Entry>): AsyncGenerator<Uint8Array> {
  for (const { name, bytes, body } of entries) {
    yield header(name, bytes);
    let left = bytes;
    for await (const chunk of body) {
      left -= chunk.length;
      if (left < 0) break;
      yield chunk;
    }
    if (left !== 0) throw new ArchiveError(`${name} has changed while it was read`);
    yield new Uint8Array((block - (bytes % block)) % block);
  }
  yield new Uint8Array(2 * block);
}

/** The files of an archive in order: read each body before the next. @throws ArchiveError */
export async function* readArchive(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const source = createSource(stream);
  for (;;) {
    const bytes = await source.take(block);
    // Two empty blocks end the archive. Read the rest as well: only the last bytes authenticate the others.
    if (bytes.every(isZero)) return source.drain();
    const entry = readHeader(bytes);
    yield { ...entry, body: source.chunks(entry.bytes) };
    await source.take((block - (entry.bytes % block)) % block);
  }
}

function header(name: string, bytes: number): Uint8Array {
  const text = Buffer.alloc(block);
  if (Buffer.byteLength(name) > 100) throw new ArchiveError(`the name ${name} is too long`);
  text.write(name, 0);
  text.write("0000600\0", 100);
  text.write("0000000\0", 108);
  text.write("0000000\0", 116);
  // Above 8 GiB the size is binary, marked by the first bit.
  if (bytes < 8 ** 11) text.write(`${bytes.toString(8).padStart(11, "0")}\0`, 124);
  else text.writeBigUInt64BE(BigInt(bytes), text.writeUInt8(0x80, 124) + 3);
  text.write("00000000000\0", 136);
  text.write("        0", 148);
  text.write("ustar\u000000", 257);
  text.write(`${checksum(text).toString(8).padStart(6, "0")}\0 `, 148);
  return text;
}

function readHeader(bytes: Buffer): { name: string; bytes: number } {
  const said = Number.parseInt(bytes.toString("latin1", 148, 154), 8);
  const blank = Buffer.from(bytes);
  blank.fill(" ", 148, 156);
  if (bytes.toString("latin1", 257, 262) !== "ustar" || said !== checksum(blank)) {
    throw new ArchiveError("it is no backup of this program, or it is damaged");
  }
  // The oldest archives use 0 for a file. Backups never contain links, folders or split names.
  const isFile = bytes[156] === 0 || bytes.toString("latin1", 156, 157) === "0";
  if (!isFile || !bytes.subarray(345, 500).every(isZero)) throw new ArchiveError("it holds what is no plain file");
  return { name: bytes.toString("utf8", 0, 100).replace(/\0.*$/s, ""), bytes: readSize(bytes) };
}

function readSize(bytes: Buffer): number {
  const digits = bytes.toString("latin1", 124, 135);
  const isBinary = (bytes[124] ?? 0) >= 0x80;
  const size = isBinary ? Number(bytes.readBigUInt64BE(128)) : Number.parseInt(digits, 8);
  if (!Number.isSafeInteger(size) || !(isBinary || /^[0-7]{11}$/.test(digits)))
    throw new ArchiveError("a size in it cannot be read");
  return size;
}

const isZero = (byte: number) => byte === 0;

const checksum = (bytes: Buffer) => bytes.reduce((sum, byte) => sum + byte, 0);

/** Reads exact byte counts from a stream, whatever its chunk sizes. */
function createSource(stream: AsyncIterable<Uint8Array>) {
  const iterator = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);

  async function more(): Promise<boolean> {
    const { value, done } = await iterator.next();
    if (done === true) return false;
    rest = value;
    return true;
  }
  async function* chunks(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0;) {
      if (rest.length === 0 && !(await more())) throw new ArchiveError("it ends too soon");
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
  return {
    chunks,
    async take(length: number): Promise<Buffer> {
      const parts: Uint8Array[] = [];
      for await (const part of chunks(length)) parts.push(part);
      return Buffer.concat(parts);
    },
    async drain(): Promise<void> {
      do {
        if (!rest.every(isZero)) throw new ArchiveError("it goes on after its end");
      } while (await more());
    },
  };
}
