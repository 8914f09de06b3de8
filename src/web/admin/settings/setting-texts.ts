import { teamCopy } from "#copy/current.ts";
import { plainSettings, type SettingDeclaration, type SettingName } from "#domain/settings.ts";

/** The question before data is erased sooner. */
interface SoonerTexts {
  title: string;
  meaning: (days: number) => string;
}

/** The texts that a setting needs, by how it is declared; `inLog` is its name in the audit log. */
type TextsOf<Setting> = { inLog: string; label: string } & (Setting extends { kind: "choice" }
  ? { choices: Record<ValueOf<Setting>, { label: string; hint: string }> }
  : { hint: string | ((max: number) => string) }) &
  (Setting extends { kind: "list" } ? { choices: Record<ValueOf<Setting>, { label: string }> } : unknown) &
  (Setting extends { erases: true } ? { sooner: SoonerTexts } : unknown);
type ValueOf<Setting> = Setting extends { values: ReadonlyArray<infer Value extends string> } ? Value : never;

/** The texts of any setting. */
interface SettingTexts {
  inLog: string;
  label: string;
  hint?: string | ((max: number) => string);
  choices?: Readonly<Record<string, { label: string; hint?: string }>>;
  sooner?: SoonerTexts;
}

export function settingTexts(name: SettingName): SettingTexts {
  const all: { [Name in SettingName]: TextsOf<(typeof plainSettings)[Name]> } = teamCopy.settings.fields;
  return all[name];
}

/** Returns the selector of a setting's field. */
export function settingSelector(name: SettingName): string {
  const setting: SettingDeclaration = plainSettings[name];
  return setting.kind === "choice" ? `[name=${name}]:checked` : `#${setting.id}`;
}
