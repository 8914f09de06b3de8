import type { BrandRules } from "./brand.ts";
import type { ChannelType } from "./brands.ts";
import { registry } from "./registry.ts";

export function rulesOf(type: ChannelType): BrandRules {
  return registry[type].rules;
}
