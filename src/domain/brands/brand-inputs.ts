import type { Brand, BrandInput } from "./brand.ts";
import type { ChannelType } from "./brands.ts";
import { registry } from "./registry.ts";

/** The warnings about a brand's links, each of which needs a text. */
type WarningOf<One> = One extends Brand<infer O> ? O : never;

const inputs: {
  [Type in ChannelType]: { input: BrandInput<WarningOf<(typeof registry)[Type]["brand"]>> };
} = registry;

export function inputOf(type: ChannelType): BrandInput<string> {
  return inputs[type].input;
}
