import type { ComponentProps } from "react";
import { joined } from "#web/ui/joined.ts";
import { AdminIcon, type AdminIconName } from "./icons.tsx";

/** Replaces a list without entries: an icon, what is missing, and at most one action. */
export function EmptyState({
  icon,
  className,
  children,
  ...rest
}: ComponentProps<"section"> & { icon: AdminIconName }) {
  return (
    <section {...rest} className={joined("empty-state", className)}>
      <AdminIcon name={icon} />
      {children}
    </section>
  );
}
