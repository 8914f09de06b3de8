import { teamCopy } from "#copy/current.ts";
import { settingsMenu, sectionAddress } from "./settings-menu.ts";
import { idOf, siteTabs } from "./site/site-groups.ts";
import { siteLabel } from "./site/site-label.ts";

/** A setting by its label, and where it is. */
interface FoundSetting {
  section: string;
  label: string;
  /** The selector of its field. */
  field: string;
  to: string;
}

/** The fields of each section: their selectors and labels. Those of the site are in `site-groups.ts`. */
const fields: Record<string, () => ReadonlyArray<readonly [field: string, label: string]>> = {
  publicAddress: () => [["#public-address-url", teamCopy.settings.address.label]],
  retention: () => [
    ["#retention-days", teamCopy.settings.retention.days],
    ["#bin-days", teamCopy.settings.retention.binDays],
    ["#measured-answer", teamCopy.settings.retention.measured],
    ["#assigns-in-turn", teamCopy.settings.retention.inTurn],
    ["#agents-may-bulk", teamCopy.settings.retention.bulk],
  ],
  notifications: () => [
    ["[name=says]:checked", teamCopy.settings.notifications.says],
    ["#acknowledge", teamCopy.settings.notifications.acknowledge],
    ["#reply-mail", teamCopy.settings.notifications.replyMail],
  ],
  mail: () => [...server("mail"), ["#mail-from", teamCopy.settings.mail.from], ["#mail-to", teamCopy.settings.mail.to]],
  incoming: () => [
    ["#incoming-reply-to", teamCopy.settings.incoming.address],
    ["#incoming-unmatched", teamCopy.settings.incoming.unmatched],
    ["#incoming-way", teamCopy.settings.incoming.way],
    ...server("incoming"),
    ["#incoming-authserv-id", teamCopy.settings.incoming.authservId],
  ],
  webhook: () => [["#webhook-url", teamCopy.settings.webhook.address]],
  telegram: () => [
    ["#telegram-token", teamCopy.settings.telegram.token],
    ["#telegram-chat", teamCopy.settings.telegram.chat],
  ],
  publishing: () => [["[name=rule]:checked", teamCopy.settings.publishing.when]],
  "second-factor": () => [["#requires-second-factor", teamCopy.settings.secondFactor.require]],
  share: () => [
    ["#share-posters", teamCopy.settings.share.posters],
    ["#share-badge", teamCopy.settings.share.badge],
    ["#share-files", teamCopy.settings.share.files],
  ],
};

function server(id: string): Array<readonly [string, string]> {
  const { provider, host, port, security, user, password } = teamCopy.settings.server;
  return [
    [`#${id}-provider`, provider],
    [`#${id}-host`, host],
    [`#${id}-port`, port],
    [`#${id}-security`, security],
    [`#${id}-user`, user],
    [`#${id}-password`, password],
  ];
}

/** Every section and every setting, for the palette. */
export function settingsIndex(): FoundSetting[] {
  return settingsMenu.flatMap(({ sections }) =>
    sections.flatMap(({ name, label }) => {
      const [section, to] = [label(), sectionAddress(name)];
      const ofSection = (fields[name]?.() ?? []).map(([field, of]) => ({ section, label: of, field, to }));
      return [{ section, label: section, field: `#${name}-title`, to }, ...(name === "site" ? ofSite(to) : ofSection)];
    }),
  );
}

function ofSite(to: string): FoundSetting[] {
  return siteTabs.flatMap(({ name, label, groups }) =>
    groups.flatMap((group) =>
      group.fields.map(({ path }) => ({
        section: `${teamCopy.site.title}, ${label()}`,
        label: siteLabel(path),
        field: `#${idOf(path)}`,
        to: `${to}&tab=${name}`,
      })),
    ),
  );
}
