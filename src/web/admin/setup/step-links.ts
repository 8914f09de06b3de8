import { paths } from "#contract/paths.ts";
import type { SetupStep } from "#contract/setup.ts";

interface StepLink {
  /** Target of its button. */
  to: string;
  /** Whether visitors can come without it. */
  isOptional?: boolean;
}

const settings = (section: string) => `${paths.settings}?section=${section}`;

/** A tab of the site's texts, as that of a language. */
export const siteTab = (tab: string) => `${settings("site")}&tab=${tab}`;

export const stepLinks: Record<SetupStep, StepLink> = {
  address: {
    to: settings("publicAddress"),
  },
  "second-factor": {
    to: paths.security,
  },
  "recovery-codes": {
    to: paths.security,
  },
  brand: {
    to: settings("site"),
  },
  figures: {
    to: siteTab("contact"),
  },
  legal: {
    to: siteTab("legal"),
  },
  channels: {
    to: paths.channels,
  },
  hours: {
    to: paths.channels,
    isOptional: true,
  },
  languages: {
    to: siteTab("hi"),
    isOptional: true,
  },
  mail: {
    to: settings("mail"),
  },
  support: {
    to: siteTab("legal"),
  },
  "second-owner": {
    to: `${paths.team}?invite=owner`,
  },
  backups: {
    to: settings("backups"),
  },
  "test-inquiry": {
    to: paths.message,
  },
};
