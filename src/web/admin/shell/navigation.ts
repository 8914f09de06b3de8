import type { Role } from "#domain/member.ts";
import type { IconName } from "#web/ui/icon.tsx";
import type { AdminIconName } from "./icons.tsx";

/** A link in the shell's navigation. */
export interface Area {
  path: string;
  label: () => string;
  /** Its name in the bar at the bottom of a phone, if it has a shorter one there. */
  brief?: () => string;
  icon: AdminIconName;
  /** The role that may use it; without one, everybody. */
  only?: Role;
  /** Whether it has a place in the bar at the bottom of a phone. */
  onPhones?: boolean;
  /** Paths of pages that belong to it. */
  also?: readonly string[];
}

/** A link that the public pages have, too. */
export interface SharedLink {
  path: string;
  label: string;
  icon: IconName;
}
