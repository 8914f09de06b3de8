import { here } from "#web/page/router.tsx";
import { teamCopy } from "#copy/current.ts";
import { languages, teamLanguages } from "#domain/languages.ts";
import { paths } from "#contract/paths.ts";
import type { Settings } from "#contract/settings.ts";
import { binDays } from "#domain/inquiries/inquiry.ts";
import { Select } from "#web/ui/fields/field.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { SwitchField } from "#web/ui/fields/switch.tsx";
import { NumberField } from "../forms/number-field.tsx";
import { typedText } from "../forms/typed-text.ts";
import { SectionForm } from "./section-form.tsx";
import { useSaveSettings } from "./use-settings.ts";
import { filled } from "#web/ui/filled.tsx";

/** Section with how long inquiries are kept, and who may work on many at once. */
export function RetentionSection({ settings }: { settings: Settings }) {
  return (
    <SectionForm
      id="retention"
      title={teamCopy.settings.sections.retention}
      lead={filled(teamCopy.settings.retention.lead, {
        page: <a href={here(paths.privacy)}>{teamCopy.settings.retention.leadLink}</a>,
      })}
      save={useSaveSettings()}
      ask={({ retentionDays = NaN, binDays: inBin = NaN }) => {
        const sooner = [
          ...(retentionDays >= 1 && retentionDays < settings.retentionDays
            ? [teamCopy.settings.retention.closedSooner(retentionDays)]
            : []),
          ...(inBin >= 1 && inBin < settings.binDays ? [teamCopy.settings.retention.deletedSooner(inBin)] : []),
        ];
        if (sooner.length === 0) return undefined;
        const title =
          retentionDays < settings.retentionDays
            ? teamCopy.settings.retention.closedSoonerTitle
            : teamCopy.settings.retention.deletedSoonerTitle;
        return { title, meaning: sooner.join(" "), action: teamCopy.settings.retention.eraseSooner };
      }}
      read={(typed) => ({
        retentionDays: Number(typedText(typed, "retentionDays") || NaN),
        binDays: Number(typedText(typed, "binDays") || NaN),
        assignsInTurn: typed.has("assignsInTurn"),
        showsMeasuredAnswer: typed.has("showsMeasuredAnswer"),
        agentsMayBulk: typed.has("agentsMayBulk"),
      })}
    >
      {(errors) => (
        <>
          <NumberField
            id="retention-days"
            label={teamCopy.settings.retention.days}
            unit={teamCopy.forms.units.days}
            error={errors["retentionDays"]}
            hint={teamCopy.settings.retention.daysHint}
            input={{
              name: "retentionDays",
              min: 1,
              max: 3650,
              required: true,
              defaultValue: settings.retentionDays,
            }}
          />
          <NumberField
            id="bin-days"
            label={teamCopy.settings.retention.binDays}
            unit={teamCopy.forms.units.days}
            error={errors["binDays"]}
            hint={teamCopy.settings.retention.binDaysHint(binDays.max)}
            input={{
              name: "binDays",
              min: 1,
              max: binDays.max,
              required: true,
              defaultValue: settings.binDays,
            }}
          />
          <SwitchField
            id="measured-answer"
            name="showsMeasuredAnswer"
            defaultChecked={settings.showsMeasuredAnswer}
            hint={teamCopy.settings.retention.measuredHint}
          >
            {teamCopy.settings.retention.measured}
          </SwitchField>
          <SwitchField
            id="assigns-in-turn"
            name="assignsInTurn"
            defaultChecked={settings.assignsInTurn}
            hint={teamCopy.settings.retention.inTurnHint}
          >
            {teamCopy.settings.retention.inTurn}
          </SwitchField>
          <SwitchField
            id="agents-may-bulk"
            name="agentsMayBulk"
            defaultChecked={settings.agentsMayBulk}
            hint={teamCopy.settings.retention.bulkHint}
          >
            {teamCopy.settings.retention.bulk}
          </SwitchField>
        </>
      )}
    </SectionForm>
  );
}

const contents = ["reference", "all"] as const satisfies ReadonlyArray<Settings["says"]>;

const replyMails = ["link", "text", "off"] as const satisfies ReadonlyArray<Settings["replyMail"]>;

/** Section with the contents of notifications, and whether visitors get a receipt. */
export function NotificationsSection({ settings }: { settings: Settings }) {
  return (
    <SectionForm
      id="notifications"
      title={teamCopy.settings.sections.notifications}
      lead={teamCopy.settings.notifications.lead}
      save={useSaveSettings()}
      read={(typed) => ({
        says: contents.find((value) => value === typedText(typed, "says")) ?? settings.says,
        teamLanguage: teamLanguages.find((code) => code === typedText(typed, "teamLanguage")) ?? settings.teamLanguage,
        acknowledge: typed.has("acknowledge"),
        replyMail: replyMails.find((value) => value === typedText(typed, "replyMail")) ?? settings.replyMail,
      })}
    >
      {(errors) => (
        <>
          <RadioGroup
            name="says"
            legend={teamCopy.settings.notifications.says}
            choices={contents.map((value) => ({ value, ...teamCopy.settings.notifications.contents[value] }))}
            defaultValue={settings.says}
          />
          <Select
            id="team-language"
            name="teamLanguage"
            label={teamCopy.settings.notifications.language}
            hint={teamCopy.settings.notifications.languageHint}
            defaultValue={settings.teamLanguage}
            error={errors["teamLanguage"]}
          >
            {teamLanguages.map((code) => (
              <option key={code} value={code} lang={code}>
                {languages[code].name}
              </option>
            ))}
          </Select>
          <SwitchField
            id="acknowledge"
            name="acknowledge"
            defaultChecked={settings.acknowledge}
            hint={teamCopy.settings.notifications.acknowledgeHint}
            error={errors["acknowledge"]}
          >
            {teamCopy.settings.notifications.acknowledge}
          </SwitchField>
          <Select
            id="reply-mail"
            name="replyMail"
            label={teamCopy.settings.notifications.replyMail}
            hint={teamCopy.settings.notifications.replyMailHint}
            defaultValue={settings.replyMail}
            error={errors["replyMail"]}
          >
            {replyMails.map((value) => (
              <option key={value} value={value}>
                {teamCopy.settings.notifications.replyMails[value]}
              </option>
            ))}
          </Select>
        </>
      )}
    </SectionForm>
  );
}
