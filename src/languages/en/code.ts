import type { BrandCopy } from "#domain/brands/brand.ts";
import type { ChannelType } from "#domain/brands/brands.ts";

/** Texts that the catalogue cannot express. */
export const code = {
  brands: {} as Partial<Record<ChannelType, BrandCopy>>,
  channels: {
    clock: (hour: number, minute: string) =>
      `${hour % 12 || 12}${minute === "00" ? "" : `:${minute}`} ${hour < 12 ? "am" : "pm"}`,
  },
  verify: {
    places: (places: readonly string[]) => `It is ours ${places.join(" and ")}, and nowhere else.`,
  },
};
