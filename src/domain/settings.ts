import { defaultLanguage, type TeamLanguage, teamLanguages } from "./languages.ts";

interface Declared<Value> {
  /** Section of the settings that shows its field. */
  section: "retention" | "notifications" | "second-factor";
  /** Value until an owner sets one. */
  start: Value;
  /** Value while no good settings are known, which stays once an owner has ended that alarm. */
  strict?: Value;
  /** Code of the error of any other value, in `server.arb`. */
  error: string;
  errorParams?: Readonly<Record<string, number>>;
}

/** How an owner enters a setting; `id` is that of its field. */
export type SettingDeclaration =
  | (Declared<number> & {
      kind: "days";
      id: string;
      min: number;
      max: number;
      /** Data is erased after so many days: fewer need a yes, an alarm means `max`, and the privacy page says so. */
      erases?: true;
    })
  | (Declared<boolean> & { kind: "switch"; id: string })
  | (Declared<string> & { kind: "list"; id: string; values: readonly string[] })
  | (Declared<string> & { kind: "languages"; id: string; values: readonly TeamLanguage[] })
  | (Declared<string> & { kind: "choice"; values: readonly string[] });

const maxBinDays = 365;
const off = { kind: "switch", start: false } as const;

/**
 * Each setting that has no parts and no secret, once: the contract, the form, the palette, the value during an alarm
 * and the name in the audit log follow. Its texts are `settings.fields.<name>` of `team.arb`, its error is in
 * `server.arb`. Names are part of the API; a section shows its settings in this order.
 *
 * What visitors should know of one, but for the days of one that `erases`, is in `privacySettingsOf`, its schema, a
 * sentence of `privacy` in the catalogues and `web/public/legal/privacy-sections.ts`, with a test of that promise
 * (`server/privacy.test.ts`). What one owner alone must not change is in `domain/trust-changes.ts`.
 */
export const plainSettings = {
  /** Days after closing until an inquiry is erased. The site configuration has another start. */
  retentionDays: {
    section: "retention",
    kind: "days",
    id: "retention-days",
    min: 1,
    max: 3650,
    start: 180,
    erases: true,
    error: "settings.retention-days",
  },
  /** Days that a deleted inquiry stays in the bin. */
  binDays: {
    section: "retention",
    kind: "days",
    id: "bin-days",
    min: 1,
    max: maxBinDays,
    start: 30,
    erases: true,
    error: "settings.bin-days",
    errorParams: { most: maxBinDays },
  },
  /** Whether the site shows the measured time to the first answer, in place of the configured one. */
  showsMeasuredAnswer: { ...off, section: "retention", id: "measured-answer", error: "settings.choose-response-time" },
  /** Whether each new inquiry is assigned to the agent whose turn it is. */
  assignsInTurn: { ...off, section: "retention", id: "assigns-in-turn", error: "settings.choose-turns" },
  /** Whether agents, like owners, may delete several inquiries at once, and export. */
  agentsMayBulk: { ...off, section: "retention", id: "agents-may-bulk", error: "settings.choose-agents-may" },
  /** Contents of a notification. */
  says: {
    section: "notifications",
    kind: "choice",
    values: ["reference", "all"],
    start: "reference",
    error: "settings.choose-notification-content",
  },
  /** The language of notifications to addresses that are no member's, and to members who have chosen none. */
  teamLanguage: {
    section: "notifications",
    kind: "languages",
    id: "team-language",
    values: teamLanguages,
    start: defaultLanguage,
    error: "settings.choose-team-language",
  },
  /** Whether visitors get an email that confirms their inquiry. */
  acknowledge: { ...off, section: "notifications", id: "acknowledge", error: "settings.choose-acknowledgement" },
  /** Email about a reply on the private page: none, one that says there is a reply, or one with its text. */
  replyMail: {
    section: "notifications",
    kind: "list",
    id: "reply-mail",
    values: ["off", "link", "text"],
    start: "link",
    error: "settings.choose-reply-mails",
  },
  /** Whether every member must have a second factor; an owner who enables it must have one. */
  requiresSecondFactor: {
    ...off,
    section: "second-factor",
    id: "requires-second-factor",
    strict: true,
    error: "settings.choose-second-factor",
  },
} as const satisfies Record<string, SettingDeclaration>;

type Declarations = typeof plainSettings;
export type SettingName = keyof Declarations;
export type SettingSection = Declarations[SettingName]["section"];

type ValueOf<Setting> = Setting extends { kind: "days" }
  ? number
  : Setting extends { kind: "switch" }
    ? boolean
    : Setting extends { values: ReadonlyArray<infer Value> }
      ? Value
      : never;

export type PlainSettings = { -readonly [Name in SettingName]: ValueOf<Declarations[Name]> };

/** Settings after which data is erased. */
export type ErasingSetting = {
  [Name in SettingName]: Declarations[Name] extends { erases: true } ? Name : never;
}[SettingName];

export const settingNames = Object.keys(plainSettings) as SettingName[];

/** Returns the settings whose fields a section shows, in their order. */
export const settingsIn = (section: string) => settingNames.filter((name) => plainSettings[name].section === section);

/** Returns a value for each setting that has one. */
function each(valueOf: (setting: SettingDeclaration) => unknown) {
  const values = settingNames.map((name) => [name, valueOf(plainSettings[name])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

export const startSettings = each(({ start }) => start) as PlainSettings;

export const strictSettings = each(({ strict }) => strict) as Partial<PlainSettings>;

/** The longest time until data is erased. */
export const longestRetention = each((setting) =>
  setting.kind === "days" && setting.erases ? setting.max : undefined,
) as Record<ErasingSetting, number>;

export const erasingSettings = Object.keys(longestRetention) as ErasingSetting[];
