import type { ComponentProps } from "react";
import { joined } from "../joined.ts";

/** What stands in the place of a list without entries: what is missing, and at most one action. */
export function EmptyState({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={joined("empty-state", className)} />;
}
