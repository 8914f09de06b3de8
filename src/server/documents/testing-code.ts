import { decodeQR } from "qr/decode.js";

/** Decodes the QR code of a drawing, with each module of its path drawn as four by four dots. */
export function readCode(svg: string): string {
  const size = Number(/viewBox="0 0 (\d+) \1"[^>]*><path fill="#fff"/.exec(svg)?.[1]);
  const path = /shape-rendering="crispEdges" d="([^"]+)"/.exec(svg)?.[1] ?? "";
  const scale = 4;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  let x = 0;
  let y = 0;
  // Each module begins with a move, absolute or relative to the start of the last one.
  for (const [, move = "", first = "0", second = "0"] of path.matchAll(/([Mm])(-?\d+)[ ,]?(-?\d+)/g)) {
    x = Number(first) + (move === "m" ? x : 0);
    y = Number(second) + (move === "m" ? y : 0);
    for (let row = 0; row < scale; row += 1) {
      for (let column = 0; column < scale; column += 1) {
        data.fill(
          0,
          ((y * scale + row) * width + x * scale + column) * 4,
          ((y * scale + row) * width + x * scale + column) * 4 + 3,
        );
      }
    }
  }
  return decodeQR({ width, height: width, data });
}
