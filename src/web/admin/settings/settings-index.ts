import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import { defaultLanguage } from "#domain/languages.ts";
import { settingsIn } from "#domain/settings.ts";
import { settingSelector, settingTexts } from "./setting-texts.ts";
import { type SectionName, settingsMenu, sectionAddress } from "./settings-menu.ts";
import { idOf, siteTabs } from "./site/site-groups.ts";
import { siteLabel } from "./site/site-label.ts";

/** A setting by its label, and where it is. */
interface FoundSetting {
  /** The page, and the section of it. */
  page: string;
  section: string;
  label: string;
  /** The selectors of its field and of what stands for it while the page does not show it, the best first. */
  fields: readonly string[];
  to: string;
}

type Labelled = readonly [field: string, label: string];

/** A stored secret shows its label instead of a field. */
const secret = (id: string, label: string): Labelled => [`#${id}, #${id}-label`, label];

const backupFields = [
  "folder",
  "everyHours",
  "keep",
  "endpoint",
  "bucket",
  "region",
  "prefix",
  "accessKeyId",
  "keepInBucket",
] as const;

/**
 * The other fields of each section than its declared settings: their selectors and labels. Those of the site are in
 * `site-groups.ts`.
 */
const fields: Partial<Record<SectionName, () => readonly Labelled[]>> = {
  publicAddress: () => [["#public-address-url", teamCopy.settings.address.label]],
  mail: () => [...server("mail"), ["#mail-from", teamCopy.settings.mail.from], ["#mail-to", teamCopy.settings.mail.to]],
  incoming: () => [
    ["#incoming-reply-to", teamCopy.settings.incoming.address],
    ["#incoming-unmatched", teamCopy.settings.incoming.unmatched],
    ["#incoming-way", teamCopy.settings.incoming.way],
    ...server("incoming"),
    ["#incoming-authserv-id", teamCopy.settings.incoming.authservId],
    secret("incoming-secret", teamCopy.settings.secret.label),
  ],
  webhook: () => [
    ["#webhook-url", teamCopy.settings.webhook.address],
    secret("webhook-secret", teamCopy.settings.secret.label),
  ],
  telegram: () => [
    secret("telegram-token", teamCopy.settings.telegram.token),
    ["#telegram-chat", teamCopy.settings.telegram.chat],
  ],
  deliveries: () => [["#delivery-state", teamCopy.settings.deliveries.show]],
  publishing: () => [
    ["[name=rule]:checked", teamCopy.settings.publishing.when],
    ["#rule-minutes", teamCopy.settings.publishing.minutes],
  ],
  share: () => [
    ["#share-posters", teamCopy.settings.share.posters],
    ["#share-badge", teamCopy.settings.share.badge],
    ["#badge-language", teamCopy.settings.share.badgeLanguage],
    ["#share-files", teamCopy.settings.share.files],
  ],
  "api-tokens": () => [
    ["#token-name", teamCopy.settings.tokens.name],
    ["#token-scopes input", teamCopy.settings.tokens.may],
    ["#token-span", teamCopy.settings.tokens.expires],
    ["#token-day", teamCopy.settings.tokens.lastDay],
  ],
  backups: () => [
    secret("backups-passphrase", teamCopy.settings.backups.passphrase),
    ["#backups-to-bucket", teamCopy.settings.backups.toBucket],
    secret("backups-secret-key", teamCopy.settings.backups.secretAccessKey),
    ...backupFields.map((name): Labelled => [`#backups-${name}`, teamCopy.settings.backups[name]]),
  ],
};

function server(id: string): Labelled[] {
  const { provider, host, port, security, user, password } = teamCopy.settings.server;
  return [
    [`#${id}-provider`, provider],
    [`#${id}-host`, host],
    [`#${id}-port`, port],
    [`#${id}-security`, security],
    [`#${id}-user`, user],
    secret(`${id}-password`, password),
  ];
}

/** Every section and every setting of owners, for the palette. */
export function settingsIndex(): FoundSetting[] {
  const page = teamCopy.shell.areas.settings;
  return settingsMenu.flatMap(({ sections }) =>
    sections.flatMap(({ name, label }) => {
      const [section, address, title] = [label(), sectionAddress(name), `#${name}-title`];
      // A section has no fields yet if its service is not set up.
      const declared = settingsIn(name).map((setting): Labelled => [
        settingSelector(setting),
        settingTexts(setting).label,
      ]);
      const ofSection = [...declared, ...(fields[name]?.() ?? [])].map(([field, fieldLabel]) => ({
        page,
        section,
        to: address,
        label: fieldLabel,
        fields: [field, title],
      }));
      return [
        { page, section, label: section, fields: [title], to: address },
        ...(name === "site" ? ofSite(page, address) : ofSection),
      ];
    }),
  );
}

function ofSite(page: string, address: string): FoundSetting[] {
  return siteTabs.flatMap(({ name, label, groups }) => {
    const place = { page, section: `${teamCopy.site.title}, ${label()}`, to: `${address}&tab=${name}` };
    return groups.flatMap((group, at) => [
      { ...place, label: group.title(), fields: [`#site-${name}-${at}`] },
      ...group.fields.map(({ path }) => ({ ...place, label: siteLabel(path), fields: [`#${idOf(path)}`] })),
    ]);
  });
}

/** Returns the settings of each member for themself: their own settings and their security. */
export function ownSettingsIndex(): FoundSetting[] {
  const { replying, told, language, quiet } = teamCopy.ownSettings;
  const { title, name, signature, otherLanguages, picture } = teamCopy.profile;
  const { codes, passkeys, password, recovery, sessions } = teamCopy.security;
  const own = (section: string, heading: string, labelled: readonly Labelled[] = []): FoundSetting[] =>
    ofPage(teamCopy.shell.areas.ownSettings, paths.ownSettings, section, heading, labelled);
  const security = (heading: string, section: string, labelled: readonly Labelled[] = []): FoundSetting[] =>
    ofPage(teamCopy.shell.areas.security, paths.security, section, `#${heading}-title`, labelled);
  return [
    ...own(replying.title, "#own-replying", [
      ["#own-assigns", replying.assigns],
      ["[name=own-send-key]:checked", replying.key],
    ]),
    ...own(told.title, "#own-told", [
      ...Object.entries(told.kinds).flatMap(([kind, label]): Labelled[] => [
        [`#own-${kind}-bell`, told.inBell(label)],
        [`#own-${kind}-email`, told.byEmail(label)],
      ]),
      ["#own-mail-language", language.label],
    ]),
    ...own(quiet.title, "#own-quiet", [
      ["#own-quiet-on", quiet.on],
      ["#own-quiet-from", quiet.from],
      ["#own-quiet-to", quiet.to],
      ["#own-quiet-zone", quiet.timeZone],
    ]),
    ...own(title, "#own-profile", [
      [`#own-name-${defaultLanguage}`, name],
      [`#own-signature-${defaultLanguage}`, signature],
      ["#own-texts summary", otherLanguages],
      ["#own-picture", picture],
    ]),
    ...security("passkeys", passkeys.title, [["#passkey-name", passkeys.name]]),
    ...security("codes", codes.title),
    ...security("recovery", recovery.title),
    ...security("own-password", password.title),
    ...security("sessions", sessions.title),
  ];
}

function ofPage(
  page: string,
  address: string,
  section: string,
  heading: string,
  labelled: readonly Labelled[],
): FoundSetting[] {
  const place = { page, section, to: address };
  return [
    { ...place, label: section, fields: [heading] },
    ...labelled.map(([field, label]) => ({ ...place, label, fields: [field, heading] })),
  ];
}
