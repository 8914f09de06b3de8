import type Sharp from "sharp";

let loading: Promise<typeof Sharp> | undefined;

/**
 * Loaded on first use, for a faster start. Only the decoders of JPEG, PNG and WebP stay
 * (https://sharp.pixelplumbing.com/api-utility#block).
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(
    ({ default: sharp }) => {
      sharp.cache(false);
      sharp.concurrency(1);
      sharp.block({ operation: ["VipsForeignLoad"] });
      sharp.unblock({
        operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
      });
      return sharp;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
