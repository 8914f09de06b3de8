import { copy } from "#copy/current.ts";
import type { BrandCopy } from "#domain/brands/brand.ts";
import { brandOf, type ChannelType } from "#domain/brands/brands.ts";

/** Returns the visitors' texts of a channel type. Its own file has them in English. */
export function brandCopy(type: ChannelType): BrandCopy {
  const { label, action, place, app } = brandOf(type);
  return { label, action, place, ...(app && { app: app.label }), ...copy.brands[type] };
}
