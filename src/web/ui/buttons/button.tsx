import type { ComponentProps } from "react";
import { Link } from "#web/page/router.tsx";
import { joined } from "../joined.ts";

/**
 * Variant of a button; the page's primary action has none. `tonal` is for an open channel, `contrast` for verifying and
 * reporting; `plain` has no frame: for an icon, or within text. The team's: `quiet` beside others, `danger` for what
 * destroys.
 */
type ButtonVariant = "tonal" | "secondary" | "contrast" | "quiet" | "danger" | "danger-outline" | "plain";

type ButtonSize = "small" | "large";

interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
}

/** Returns the classes of an element that looks like a button but is none, such as a link that leaves the site. */
export function buttonClass(variant?: ButtonVariant, size?: ButtonSize, className?: string): string {
  return joined(variant !== "plain" && "button", variant, size, className);
}

/**
 * A busy button ignores presses and keeps the focus, which a `disabled` one would lose. A form must itself ignore a
 * second submit.
 */
export function Button(props: ButtonStyle & ComponentProps<"button"> & { busy?: boolean }) {
  const { variant, size, className, busy, onClick, ...rest } = props;
  return (
    <button
      type="button"
      className={buttonClass(variant, size, className)}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    />
  );
}

/** A link within the site that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonStyle & ComponentProps<typeof Link>) {
  return <Link className={buttonClass(variant, size, className)} {...rest} />;
}
