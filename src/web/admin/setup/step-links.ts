import { paths } from "#contract/paths.ts";
import type { SetupStep } from "#contract/setup.ts";

interface StepLink {
  /** Where its button leads. */
  to: string;
  /** Whether visitors can come without it. */
  isOptional?: boolean;
}

const settings = (section: string) => `${paths.settings}?section=${section}`;

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
    to: `${settings("site")}&tab=contact`,
  },
  legal: {
    to: `${settings("site")}&tab=legal`,
  },
  channels: {
    to: paths.channels,
  },
  hours: {
    to: paths.channels,
    isOptional: true,
  },
  mail: {
    to: settings("mail"),
  },
  support: {
    to: `${settings("site")}&tab=legal`,
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
