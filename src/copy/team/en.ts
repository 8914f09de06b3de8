import { audit } from "./en/audit.ts";
import { channels } from "./en/channels.ts";
import { commands } from "./en/commands.ts";
import { forms } from "./en/forms.ts";
import { inbox } from "./en/inbox.ts";
import { inquiry } from "./en/inquiry.ts";
import { inboxList } from "./en/inbox-list.ts";
import { untaken } from "./en/untaken.ts";
import { mails } from "./en/mails.ts";
import { ownSettings } from "./en/own-settings.ts";
import { profile } from "./en/profile.ts";
import { replies } from "./en/replies.ts";
import { reports } from "./en/reports.ts";
import { security } from "./en/security.ts";
import { settings } from "./en/settings.ts";
import { setup } from "./en/setup.ts";
import { shell } from "./en/shell.ts";
import { signIn } from "./en/sign-in.ts";
import { site } from "./en/site.ts";
import { team } from "./en/team.ts";
import { trust } from "./en/trust.ts";

/**
 * All texts of the admin area, in English, a file for each of its parts; `hi.ts` has the same in Hindi, and the
 * compiler names what it lacks. Functions are one expression of their parameters and of what their file imports
 * (scripts/inline-copy.js).
 */
export const en = {
  audit,
  channels,
  commands,
  forms,
  inbox,
  inquiry,
  inboxList,
  untaken,
  mails,
  ownSettings,
  profile,
  replies,
  reports,
  security,
  settings,
  setup,
  shell,
  signIn,
  site,
  team,
  trust,
};
