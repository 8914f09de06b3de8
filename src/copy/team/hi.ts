import type { TeamDictionary } from "./dictionaries.ts";
import { audit } from "./hi/audit.ts";
import { channels } from "./hi/channels.ts";
import { commands } from "./hi/commands.ts";
import { forms } from "./hi/forms.ts";
import { inbox } from "./hi/inbox.ts";
import { inquiry } from "./hi/inquiry.ts";
import { inboxList } from "./hi/inbox-list.ts";
import { untaken } from "./hi/untaken.ts";
import { mails } from "./hi/mails.ts";
import { ownSettings } from "./hi/own-settings.ts";
import { profile } from "./hi/profile.ts";
import { replies } from "./hi/replies.ts";
import { reports } from "./hi/reports.ts";
import { security } from "./hi/security.ts";
import { settings } from "./hi/settings.ts";
import { setup } from "./hi/setup.ts";
import { shell } from "./hi/shell.ts";
import { signIn } from "./hi/sign-in.ts";
import { site } from "./hi/site.ts";
import { team } from "./hi/team.ts";
import { trust } from "./hi/trust.ts";

/** The texts of the admin area in Hindi. */
export const hi: TeamDictionary = {
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
