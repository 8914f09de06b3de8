import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import type { AdminIconName } from "../shell/icons.tsx";

/** A section; its name is in the address, and the beginning of its heading's id. */
function section<Name extends string>(name: Name, icon: AdminIconName, label: () => string) {
  return { name, icon, label };
}

/** The sections of the settings in groups, in the order of the menu. */
export const settingsMenu = [
  {
    label: () => teamCopy.settings.groups.site,
    sections: [
      section("site", "edit", () => teamCopy.site.title),
      section("publicAddress", "globe", () => teamCopy.settings.sections.address),
    ],
  },
  {
    label: () => teamCopy.settings.groups.inquiries,
    sections: [
      section("retention", "inbox", () => teamCopy.settings.sections.retention),
      section("incoming", "mail", () => teamCopy.settings.sections.incoming),
    ],
  },
  {
    label: () => teamCopy.settings.groups.notifications,
    sections: [
      section("notifications", "bell", () => teamCopy.settings.sections.notifications),
      section("mail", "mail", () => teamCopy.settings.sections.mail),
      section("webhook", "bolt", () => teamCopy.settings.sections.webhook),
      section("telegram", "send", () => teamCopy.settings.sections.telegram),
      section("deliveries", "log", () => teamCopy.settings.sections.deliveries),
    ],
  },
  {
    label: () => teamCopy.settings.groups.safety,
    sections: [
      section("publishing", "channels", () => teamCopy.settings.sections.publishing),
      section("second-factor", "key", () => teamCopy.settings.sections.secondFactor),
    ],
  },
  {
    label: () => teamCopy.settings.groups.share,
    sections: [section("share", "upload", () => teamCopy.settings.sections.share)],
  },
  {
    label: () => teamCopy.settings.groups.system,
    sections: [
      section("api-tokens", "key", () => teamCopy.settings.sections.tokens),
      section("backups", "database", () => teamCopy.settings.sections.backups),
    ],
  },
] as const;

export type SectionName = (typeof settingsMenu)[number]["sections"][number]["name"];

/** Names that sections had, which addresses in bookmarks and emails still have. */
const formerNames: ReadonlyMap<string | null, string> = new Map([["spread", "share"]]);

export const sectionNames: readonly SectionName[] = settingsMenu.flatMap(({ sections }) =>
  sections.map(({ name }) => name),
);

export const sectionIcons = Object.fromEntries(
  settingsMenu.flatMap(({ sections }) => sections.map(({ name, icon }) => [name, icon])),
) as Record<SectionName, AdminIconName>;

/** The section that an address asks for: the first without one, undefined if there is none of this name. */
export function sectionOf(search: string): SectionName | undefined {
  const asked = new URLSearchParams(search).get("section");
  const name = formerNames.get(asked) ?? asked;
  return name === null ? "site" : sectionNames.find((known) => known === name);
}

export const sectionAddress = (name: string) => `${paths.settings}?section=${name}`;
