import type { Brand, BrandInput } from "./brand.ts";
import type { ChannelType } from "./brands.ts";
import { registry } from "./registry.ts";

/** The oddities of a brand's links, each of which needs a warning. */
type OddityOf<One> = One extends Brand<infer O> ? O : never;

const inputs: {
  [Type in ChannelType]: { input: BrandInput<OddityOf<(typeof registry)[Type]["brand"]>> };
} = registry;

export function inputOf(type: ChannelType): BrandInput<string> {
  return inputs[type].input;
}
