import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const zstd = promisify(zstdCompress);

/** Content encodings, smallest result first. */
export const encodings = ["br", "zstd", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** Compresses off the event loop; `quick` for single use, `best` for cached responses. */
export function compress(bytes: Buffer, encoding: Encoding, effort: "quick" | "best"): Promise<Buffer> {
  if (encoding === "gzip") return zip(bytes, { level: effort === "best" ? 9 : 6 });
  if (encoding === "zstd") {
    return zstd(bytes, {
      params: { [constants.ZSTD_c_compressionLevel]: effort === "best" ? 19 : 3 },
      pledgedSrcSize: bytes.length,
    });
  }
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort === "best" ? 11 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // Smaller input blocks (2^16) adapt to our scripts better: 151 bytes less of a visit's largest one.
      ...(effort === "best" && { [constants.BROTLI_PARAM_LGBLOCK]: 16 }),
    },
  });
}

/** Parsed `Accept-Encoding` headers; browsers send only a few. */
const named = new Map<string, readonly string[]>();
const maxNamed = 100;

/** The best available encoding that `Accept-Encoding` names; `q=0` rejects one (RFC 9110, section 12.5.3). */
export function pickEncoding(
  header = "",
  isThere: (encoding: Encoding) => boolean = () => true,
): Encoding | "identity" {
  let accepted = named.get(header);
  if (accepted === undefined) {
    accepted = acceptedBy(header);
    if (named.size >= maxNamed) named.clear();
    named.set(header, accepted);
  }
  for (const name of encodings) if (accepted.includes(name) && isThere(name)) return name;
  return "identity";
}

function acceptedBy(header: string): string[] {
  return header.split(",").flatMap((part) => {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
}
