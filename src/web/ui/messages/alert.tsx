import type { ComponentProps } from "react";
import { joined } from "../joined.ts";

/** `info` is the team's. */
type AlertTone = "good" | "warn" | "info";

/** A message in a coloured box, of an error unless it has another tone. Pass `role="alert"` to announce it. */
export function Alert({ tone, className, ...rest }: { tone?: AlertTone | undefined } & ComponentProps<"div">) {
  return <div {...rest} className={joined("alert", className)} data-tone={tone ?? "bad"} />;
}
