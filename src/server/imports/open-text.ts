import { charsetOfStart } from "../lib/decode-text.ts";
import { fileChunks } from "../lib/file-chunks.ts";

/** The text of a file, in pieces, with the bytes read so far. */
export type OpenText =
  | { ok: true; charset: string; pieces: AsyncIterable<{ text: string; done: number }> }
  | { ok: false; problem: string };

const problem = "is not text in UTF-8, UTF-16 or windows-1252: save it as UTF-8 (in Excel: CSV UTF-8)";

/** Opens a text whose charset nothing names: programs write UTF-8, Windows and Excel also UTF-16 and windows-1252. */
export async function openText(file: string): Promise<OpenText> {
  const charset = await charsetOf(file);
  return charset === undefined ? { ok: false, problem } : { ok: true, charset, pieces: piecesOf(file, charset) };
}

async function* piecesOf(file: string, charset: string): AsyncGenerator<{ text: string; done: number }> {
  const decoder = new TextDecoder(charset, { fatal: true });
  let done = 0;
  for await (const bytes of fileChunks(file)) {
    done += bytes.length;
    yield { text: decoder.decode(bytes, { stream: true }), done };
  }
  yield { text: decoder.decode(), done };
}

/** The charset that the whole file fits without loss; undefined if there is none. */
async function charsetOf(file: string): Promise<string | undefined> {
  let fits: Array<{ charset: string; push: (bytes?: Buffer) => boolean }> | undefined;
  const characters = { read: 0, lost: 0 };
  const utf8 = new TextDecoder("utf-8");
  for await (const bytes of fileChunks(file)) {
    const start = charsetOfStart(bytes.subarray(0, bytes.length - (bytes.length % 2)));
    fits ??= (start.startsWith("utf-16") ? [start] : ["utf-8", "windows-1252"]).map(strictDecoder);
    fits = fits.filter(({ push }) => push(bytes));
    for (const [one] of utf8.decode(bytes, { stream: true }).matchAll(/[^\0-\u007f]/g))
      characters[one === "\ufffd" ? "lost" : "read"] += 1;
  }
  const charset = (fits ?? [strictDecoder("utf-8")]).find(({ push }) => push())?.charset;
  // UTF-8 with a broken place, not windows-1252, whose text is next to never valid UTF-8.
  return charset === "windows-1252" && characters.read * 4 > characters.lost ? undefined : charset;
}

/**
 * Returns a decoder whose `push` tells whether the bytes so far fit a charset, with no control characters that only
 * other data holds.
 */
function strictDecoder(charset: string) {
  const decoder = new TextDecoder(charset, { fatal: true });
  const isData = charset === "windows-1252" ? /[\0\u0080-\u009f]/ : /\0/;
  const push = (bytes?: Buffer) => {
    try {
      return !isData.test(bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }));
    } catch {
      return false;
    }
  };
  return { charset, push };
}
