import { teamCopy } from "#copy/current.ts";
import { useState } from "react";
import type { Settings, SettingsInput } from "#contract/settings.ts";
import { backupLimits } from "#domain/backups.ts";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { SwitchField } from "#web/ui/fields/switch.tsx";
import { NumberField } from "../forms/number-field.tsx";
import { typedText } from "../forms/typed-text.ts";
import { useBackupState } from "../shell/alarms.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { AboutFacts } from "./about-facts.tsx";
import { BackupFacts, backupStateOf } from "./backup-facts.tsx";
import { NewPassphrase } from "./new-passphrase.tsx";
import { SecretField } from "./secret-field.tsx";
import { Section, SectionForm } from "./section-form.tsx";
import { exact } from "./server-fields.tsx";
import { sectionIcons } from "./settings-menu.ts";
import { StateCard } from "./state-card.tsx";
import { useSaveSettings } from "./use-settings.ts";
import { WithCode } from "./with-code.tsx";

type Known = Settings["backups"];
type Backups = NonNullable<SettingsInput["backups"]>;

const sectionId = "backups";

/**
 * Section with the destination, the times and the secrets of backups; the last one and the next. The server's variables
 * win.
 */
export function BackupsSection({ settings }: { settings: Settings }) {
  const { backups: known, serverBackups, backupPlaces = [], unreadable } = settings;
  const words = teamCopy.settings.backups;
  const title = teamCopy.settings.sections.backups;
  const save = useSaveSettings();
  const state = backupStateOf(useBackupState().data);
  if (serverBackups !== undefined) {
    return (
      <Section
        id={sectionId}
        title={title}
        lead={words.lead}
        about={<AboutBackups hasPassphrase={serverBackups.encryption === "passphrase"} />}
        state={
          <StateCard icon={sectionIcons[sectionId]} state={state ?? { text: teamCopy.settings.on }}>
            <BackupFacts place={serverBackups} isOfServer />
            <p className="hint">
              <WithCode text={words.ofServer} />
            </p>
          </StateCard>
        }
      >
        <LeftCopies settings={settings} />
      </Section>
    );
  }
  return (
    <SectionForm
      id={sectionId}
      title={title}
      lead={words.lead}
      delivery={{
        isSetUp: known !== null,
        needs: words.needs,
        off: { backups: null },
        offMeaning: offMeaning(settings),
        offTitle: words.states.off,
        state,
        facts: <BackupFacts place={known && { folder: known.folder, bucket: known.bucket }} />,
      }}
      about={<AboutBackups hasPassphrase />}
      save={save}
      read={(typed) => ({ backups: readBackups(typed, known) })}
      ask={({ backups }) => questionOf(settings, backups ?? null)}
      below={<LeftCopies settings={settings} />}
    >
      {(errors) => <Fields known={known} places={backupPlaces} unreadable={unreadable} errors={errors} />}
    </SectionForm>
  );
}

/** The question before saving: which backups the new passphrase does not open, or stay in the previous bucket. */
function questionOf({ backups: known, backupDays = 0 }: Settings, next: Backups | null) {
  if (known === null || next === null) return undefined;
  const words = teamCopy.settings.backups;
  const place = ["endpoint", "bucket", "prefix"] as const;
  const isMoved = known.endpoint !== "" && place.some((name) => next[name] !== known[name]);
  const meaning = [
    ...(next.passphrase === undefined ? [] : [words.askPassphrase]),
    ...(isMoved ? [words.askBucket(backupDays)] : []),
  ].join(" ");
  return meaning === "" ? undefined : { title: words.askTitle, meaning, action: words.askAction };
}

/** Returns what becomes of the present backups once no more are made. */
function offMeaning({ backups: known, backupDays = 0 }: Settings): string {
  const words = teamCopy.settings.backups;
  return [words.offMeaning(backupDays), ...(known?.endpoint ? [words.askBucket(backupDays)] : [])].join(" ");
}

/** What a backup is. `hasPassphrase`: a passphrase opens it, and no key of the operator. */
function AboutBackups({ hasPassphrase }: { hasPassphrase: boolean }) {
  const { about } = teamCopy.settings.backups;
  return (
    <AboutFacts
      title={about.title}
      facts={[
        [about.holds, about.holdsText],
        ...(hasPassphrase ? [[about.opens, about.opensText] as const] : []),
        [about.restores, about.restoresText],
      ]}
    />
  );
}

/** Buckets that are no longer used and may still hold backups. */
function LeftCopies({ settings: { leftCopies = [] } }: { settings: Settings }) {
  const { recent } = useDateFormats();
  return leftCopies.map(({ bucket, until }) => (
    <p key={bucket} className="hint">
      {teamCopy.settings.backups.leftCopies(bucket, recent(until))}
    </p>
  ));
}

function Fields(props: {
  known: Known;
  places: readonly string[];
  unreadable: Settings["unreadable"];
  errors: Record<string, string>;
}) {
  const { known, places, unreadable, errors } = props;
  const words = teamCopy.settings.backups;
  const [isCopied, setCopied] = useState((known?.endpoint ?? "") !== "");
  // A place that the operator no longer names stays to be seen.
  const folders = known === null || places.includes(known.folder) ? places : [known.folder, ...places];
  const count = (name: "everyHours" | "keep" | "keepInBucket", limits: typeof backupLimits.keep, hint?: string) => (
    <NumberField
      id={`${sectionId}-${name}`}
      label={words[name]}
      unit={name === "everyHours" ? teamCopy.forms.units.hours : undefined}
      error={errors[name]}
      hint={hint}
      input={{
        ...exact,
        name,
        required: true,
        min: limits.min,
        max: limits.max,
        defaultValue: known?.[name] ?? limits.usual,
      }}
    />
  );
  return (
    <>
      <Select
        id={`${sectionId}-folder`}
        label={words.folder}
        name="folder"
        error={errors["folder"]}
        hint={words.folderHint}
        defaultValue={known?.folder ?? places[0]}
      >
        {folders.map((folder) => (
          <option key={folder} value={folder}>
            {folder}
          </option>
        ))}
      </Select>
      {count("everyHours", backupLimits.everyHours)}
      {count("keep", backupLimits.keep, words.keepHint)}
      <NewPassphrase
        isSet={known?.hasPassphrase === true && unreadable?.includes("backups.passphrase") !== true}
        error={errors["passphrase"]}
      />
      <SwitchField
        id={`${sectionId}-to-bucket`}
        name="toBucket"
        hint={words.toBucketHint}
        defaultChecked={isCopied}
        onChange={({ currentTarget }) => setCopied(currentTarget.checked)}
      >
        {words.toBucket}
      </SwitchField>
      {isCopied && (
        <>
          <BucketFields known={known} unreadable={unreadable} errors={errors} />
          {count("keepInBucket", backupLimits.keep)}
        </>
      )}
    </>
  );
}

const bucketFields = [
  { name: "endpoint", maxLength: 500, placeholder: "https://s3.eu-central-1.amazonaws.com" },
  { name: "bucket", maxLength: 63, placeholder: "example-desk-backups", hint: "bucketHint" },
  { name: "region", maxLength: 100, placeholder: "eu-central-1", hint: "regionHint" },
  { name: "prefix", maxLength: 200, placeholder: "desk", hint: "prefixHint" },
  { name: "accessKeyId", maxLength: 200, placeholder: undefined },
] as const;

function BucketFields(props: { known: Known; unreadable: Settings["unreadable"]; errors: Record<string, string> }) {
  const { known, unreadable, errors } = props;
  const words = teamCopy.settings.backups;
  return (
    <>
      {bucketFields.map((field) => (
        <Field
          key={field.name}
          id={`${sectionId}-${field.name}`}
          label={words[field.name]}
          error={errors[field.name]}
          hint={"hint" in field ? words[field.hint] : undefined}
          input={{
            ...exact,
            name: field.name,
            ...(field.name === "endpoint" && { type: "url", inputMode: "url" }),
            maxLength: field.maxLength,
            placeholder: field.placeholder,
            defaultValue: known?.[field.name],
          }}
        />
      ))}
      <SecretField
        id={`${sectionId}-secret-key`}
        name="secretAccessKey"
        label={words.secretAccessKey}
        isSet={known?.hasSecretAccessKey === true}
        isUnreadable={unreadable?.includes("backups.secretAccessKey") === true}
        error={errors["secretAccessKey"]}
        maxLength={1024}
      />
    </>
  );
}

function readBackups(typed: FormData, known: Known): Backups {
  const number = (name: string) => Number(typedText(typed, name));
  const [passphrase, secretAccessKey] = [typedText(typed, "passphrase"), typedText(typed, "secretAccessKey")];
  return {
    folder: typedText(typed, "folder"),
    everyHours: number("everyHours"),
    keep: number("keep"),
    endpoint: typedText(typed, "endpoint").trim(),
    region: typedText(typed, "region").trim(),
    bucket: typedText(typed, "bucket").trim(),
    prefix: typedText(typed, "prefix").trim(),
    accessKeyId: typedText(typed, "accessKeyId").trim(),
    keepInBucket: typed.has("toBucket") ? number("keepInBucket") : (known?.keepInBucket ?? backupLimits.keep.usual),
    ...(secretAccessKey !== "" && { secretAccessKey }),
    // An empty field is one that was not typed back.
    ...(typed.has("passphrase") && { passphrase, passphraseProof: typedText(typed, "passphraseProof") }),
  };
}
