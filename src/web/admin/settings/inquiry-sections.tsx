import { paths } from "#contract/paths.ts";
import type { Settings } from "#contract/settings.ts";
import { binDays } from "#domain/inquiries/inquiry.ts";
import { Field, Select } from "#web/ui/field.tsx";
import { SwitchField } from "#web/ui/switch.tsx";
import { typedText } from "../forms/typed-text.ts";
import { SectionForm } from "./section-form.tsx";
import { useSaveSettings } from "./use-settings.ts";

/** How long inquiries are kept, and who may work on many at once. */
export function RetentionSection({ settings }: { settings: Settings }) {
  return (
    <SectionForm
      id="retention"
      title="Inquiries and retention"
      lead={
        <>
          The <a href={paths.privacy}>privacy page</a> tells visitors about these periods as soon as you save them.
        </>
      }
      save={useSaveSettings()}
      ask={({ retentionDays = NaN, binDays: inBin = NaN }) => {
        const sooner = [
          ...(retentionDays >= 1 && retentionDays < settings.retentionDays
            ? [`Inquiries closed more than ${daysText(retentionDays)} ago are erased within the hour, for good.`]
            : []),
          ...(inBin >= 1 && inBin < settings.binDays
            ? [`Inquiries deleted more than ${daysText(inBin)} ago are erased within the hour, for good.`]
            : []),
        ];
        if (sooner.length === 0) return undefined;
        const what = retentionDays < settings.retentionDays ? "closed" : "deleted";
        return { title: `Erase ${what} inquiries sooner?`, meaning: sooner.join(" "), action: "Erase them sooner" };
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
          <Field
            id="retention-days"
            label="Days until a closed inquiry is erased"
            error={errors["retentionDays"]}
            hint="From 1 to 3650, counted from the day it was closed."
            input={{
              name: "retentionDays",
              type: "number",
              inputMode: "numeric",
              min: 1,
              max: 3650,
              required: true,
              defaultValue: settings.retentionDays,
            }}
          />
          <Field
            id="bin-days"
            label="Days that a deleted inquiry stays in the bin"
            error={errors["binDays"]}
            hint={`From 1 to ${binDays.most}. Until then it can be restored; the bin keeps nothing for longer.`}
            input={{
              name: "binDays",
              type: "number",
              inputMode: "numeric",
              min: 1,
              max: binDays.most,
              required: true,
              defaultValue: settings.binDays,
            }}
          />
          <SwitchField
            id="measured-answer"
            name="showsMeasuredAnswer"
            defaultChecked={settings.showsMeasuredAnswer}
            hint="The median of the last 30 days, such as “about 2 hours”, in place of the configured time. It needs 20 answers."
          >
            Show visitors the measured response time
          </SwitchField>
          <SwitchField
            id="assigns-in-turn"
            name="assignsInTurn"
            defaultChecked={settings.assignsInTurn}
            hint="Each goes to the next agent who takes turns, except suspected ones. Without one it stays unassigned."
          >
            Assign new inquiries to the agents in turn
          </SwitchField>
          <SwitchField
            id="agents-may-bulk"
            name="agentsMayBulk"
            defaultChecked={settings.agentsMayBulk}
            hint="With it they merge and delete tags. Owners always can, and are notified of exports and deletions."
          >
            Let agents export inquiries and delete several at once
          </SwitchField>
        </>
      )}
    </SectionForm>
  );
}

const daysText = (count: number) => (count === 1 ? "1 day" : `${count} days`);

const contents = [
  {
    value: "reference",
    label: "The reference and a link",
    hint: "No visitor data leaves this server. The link opens the inquiry for team members who are signed in.",
  },
  {
    value: "all",
    label: "Everything the visitor wrote",
    hint: "Copies end up in mailboxes and chats, where erasing the inquiry does not reach them.",
  },
] as const;

const replyMails = [
  { value: "link", label: "That there is a reply, with a link" },
  { value: "text", label: "The whole reply, with a link" },
  { value: "off", label: "No mail" },
] as const;

/** What notifications contain, and whether visitors get a receipt. */
export function NotificationsSection({ settings }: { settings: Settings }) {
  return (
    <SectionForm
      id="notifications"
      title="Notifications"
      lead="Apply to e-mail, webhook and Telegram alike."
      save={useSaveSettings()}
      read={(typed) => ({
        says: contents.find(({ value }) => value === typedText(typed, "says"))?.value ?? settings.says,
        acknowledge: typed.has("acknowledge"),
        replyMail: replyMails.find(({ value }) => value === typedText(typed, "replyMail"))?.value ?? settings.replyMail,
      })}
    >
      {(errors) => (
        <>
          <fieldset className="choices">
            <legend>Choose what a notification contains</legend>
            {contents.map(({ value, label, hint }) => (
              <label key={value} className="choice">
                <input
                  type="radio"
                  name="says"
                  value={value}
                  defaultChecked={settings.says === value}
                  aria-describedby={`says-${value}-hint`}
                />
                <span>{label}</span>
                <span id={`says-${value}-hint`} className="hint">
                  {hint}
                </span>
              </label>
            ))}
          </fieldset>
          <SwitchField
            id="acknowledge"
            name="acknowledge"
            defaultChecked={settings.acknowledge}
            hint="It contains the reference and nothing else. E-mail must be set up for it."
            error={errors["acknowledge"]}
          >
            Send visitors a receipt by e-mail
          </SwitchField>
          <Select
            id="reply-mail"
            name="replyMail"
            label="Mail to visitors when you reply on their page"
            hint="E-mail must be set up for it. Visitors can stop these mails."
            defaultValue={settings.replyMail}
            error={errors["replyMail"]}
          >
            {replyMails.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </>
      )}
    </SectionForm>
  );
}
