import type { Settings } from "#contract/settings.ts";
import { binDays } from "#domain/inquiries/inquiry.ts";
import { Field } from "#web/ui/field.tsx";
import { paths } from "#contract/paths.ts";
import { SwitchField } from "#web/ui/switch.tsx";
import { typedText } from "../shell/typed-text.ts";
import { SectionForm } from "./section-form.tsx";

const daysText = (count: number) => (count === 1 ? "1 day" : `${count} days`);

const contents = [
  {
    value: "reference",
    label: "Its reference and a link",
    hint: "Nothing of the visitor leaves this server. The link opens the inquiry for whoever is signed in.",
  },
  {
    value: "all",
    label: "All that the visitor wrote",
    hint: "Copies then lie in mailboxes and chats, where an erasure does not reach them.",
  },
] as const;

/** The retention of inquiries, and its explanation. */
export function KeepingSection({ settings }: { settings: Settings }) {
  return (
    <SectionForm
      id="keeping"
      title="Inquiries"
      lead={
        <>
          The <a href={paths.privacy}>privacy page</a> says these things to visitors as soon as you save them.
        </>
      }
      ask={({ retentionDays = NaN, binDays: inBin = NaN }) => {
        const sooner = [
          ...(retentionDays >= 1 && retentionDays < settings.retentionDays
            ? [`What has been closed for more than ${daysText(retentionDays)} is erased within the hour, for good.`]
            : []),
          ...(inBin >= 1 && inBin < settings.binDays
            ? [`What has been in the bin for more than ${daysText(inBin)} is erased within the hour, for good.`]
            : []),
        ];
        if (sooner.length === 0) return undefined;
        const what = retentionDays < settings.retentionDays ? "closed" : "deleted";
        return { title: `Erase ${what} inquiries sooner?`, meaning: sooner.join(" "), action: "Erase them sooner" };
      }}
      read={(typed) => ({
        retentionDays: Number(typedText(typed, "retentionDays") || NaN),
        binDays: Number(typedText(typed, "binDays") || NaN),
        agentsMayBulk: typed.has("agentsMayBulk"),
        acknowledge: typed.has("acknowledge"),
        says: typedText(typed, "says") === "all" ? "all" : "reference",
      })}
    >
      {({ errors }) => (
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
            hint={`From 1 to ${binDays.most}. It can be restored until then; nothing is kept for longer by it.`}
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
            id="agents-may-bulk"
            name="agentsMayBulk"
            defaultChecked={settings.agentsMayBulk}
            hint="Owners always may. Owners are notified of each export and of each deletion of several."
          >
            Let agents export inquiries and delete several at once
          </SwitchField>
          <fieldset className="choices">
            <legend>What a notification says</legend>
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
            hint="The mail holds the reference and nothing else. It needs e-mail to be set up."
            error={errors["acknowledge"]}
          >
            Tell visitors by mail that their message has arrived
          </SwitchField>
        </>
      )}
    </SectionForm>
  );
}
