import type { ReactNode } from "react";
import { teamCopy } from "#copy/current.ts";
import type { Settings } from "#contract/settings.ts";
import { languages } from "#domain/languages.ts";
import {
  erasingSettings,
  plainSettings,
  type SettingDeclaration,
  type SettingName,
  type SettingSection,
  settingsIn,
} from "#domain/settings.ts";
import { Select } from "#web/ui/fields/field.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { SwitchField } from "#web/ui/fields/switch.tsx";
import { NumberField } from "../forms/number-field.tsx";
import { typedText } from "../forms/typed-text.ts";
import { SectionForm } from "./section-form.tsx";
import { settingTexts } from "./setting-texts.ts";
import { type SettingsChange, useSaveSettings } from "./use-settings.ts";

interface Question {
  title: string;
  meaning: string;
  action: string;
}

/** A section with the settings that are declared for it. It asks before data is erased sooner. */
export function DeclaredSection(props: {
  id: SettingSection;
  settings: Settings;
  title: string;
  lead: ReactNode;
  /** What is said before the hint of a setting. */
  notes?: Partial<Record<SettingName, string>>;
  /** Another question before a change is saved. */
  ask?: (change: SettingsChange) => Question | undefined;
}) {
  const { id, settings, title, lead, notes = {}, ask = (change) => soonerQuestion(change, settings) } = props;
  const names = settingsIn(id);
  return (
    <SectionForm
      id={id}
      title={title}
      lead={lead}
      save={useSaveSettings()}
      ask={ask}
      read={(typed) => Object.fromEntries(names.map((name) => [name, typedValue(name, typed, settings)]))}
    >
      {(errors) =>
        names.map((name) => (
          <SettingField key={name} name={name} value={settings[name]} note={notes[name]} error={errors[name]} />
        ))
      }
    </SectionForm>
  );
}

function SettingField(props: {
  name: SettingName;
  value: Settings[SettingName];
  note: string | undefined;
  error: string | undefined;
}) {
  const { name, value, note = "", error } = props;
  const setting: SettingDeclaration = plainSettings[name];
  const { label, hint = "", choices = {} } = settingTexts(name);
  if (setting.kind === "choice") {
    const shown = Object.entries(choices).map(([choice, texts]) => ({ value: choice, hint: "", ...texts }));
    return <RadioGroup name={name} legend={label} choices={shown} defaultValue={String(value)} error={error} />;
  }
  const max = setting.kind === "days" ? setting.max : 0;
  const field = { id: setting.id, error, hint: note + (typeof hint === "string" ? hint : hint(max)) };
  if (setting.kind === "switch")
    return (
      <SwitchField {...field} name={name} defaultChecked={value === true}>
        {label}
      </SwitchField>
    );
  if (setting.kind === "days")
    return (
      <NumberField
        {...field}
        label={label}
        unit={teamCopy.forms.units.days}
        input={{ name, min: setting.min, max, required: true, defaultValue: Number(value) }}
      />
    );
  return (
    <Select {...field} name={name} label={label} defaultValue={String(value)}>
      {setting.kind === "languages"
        ? setting.values.map((code) => (
            <option key={code} value={code} lang={code}>
              {languages[code].name}
            </option>
          ))
        : Object.entries(choices).map(([choice, texts]) => (
            <option key={choice} value={choice}>
              {texts.label}
            </option>
          ))}
    </Select>
  );
}

function typedValue(name: SettingName, typed: FormData, settings: Settings) {
  const setting: SettingDeclaration = plainSettings[name];
  if (setting.kind === "switch") return typed.has(name);
  const text = typedText(typed, name);
  if (setting.kind === "days") return Number(text || NaN);
  return setting.values.find((value) => value === text) ?? settings[name];
}

function soonerQuestion(change: SettingsChange, settings: Settings): Question | undefined {
  const sooner = erasingSettings.flatMap((name) => {
    const { [name]: days = NaN } = change;
    const { sooner: texts } = settingTexts(name);
    return texts !== undefined && days >= 1 && days < settings[name]
      ? [{ ...texts, meaning: texts.meaning(days) }]
      : [];
  });
  const [first] = sooner;
  if (first === undefined) return undefined;
  const meaning = sooner.map((texts) => texts.meaning).join(" ");
  return { title: first.title, meaning, action: teamCopy.settings.retention.eraseSooner };
}
