import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Off the event loop; `quick` is for what is sent once, `best` for what is sent again and again. */
export function compress(bytes: Buffer, encoding: "br" | "gzip", effort: "quick" | "best"): Promise<Buffer> {
  if (encoding === "gzip") return zip(bytes, { level: effort === "best" ? 9 : 6 });
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort === "best" ? 11 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** The best of ours that `Accept-Encoding` names; one with `q=0` is refused (RFC 9110, section 12.5.3). */
export function pickEncoding(header: string | undefined): "br" | "gzip" | "identity" {
  const accepted = (header ?? "").split(",").flatMap((part) => {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : "identity";
}
