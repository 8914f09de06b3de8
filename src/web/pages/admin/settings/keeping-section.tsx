import type { Settings } from "#contract/settings.ts";
import { TextField } from "../../../components/text-field.tsx";
import { paths } from "../../../routes.tsx";
import { Switch } from "../switch.tsx";
import { typedText } from "../typed-text.ts";
import { SectionForm } from "./section-form.tsx";

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

/** How long inquiries are kept, and what is said of them. */
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
      ask={({ retentionDays = NaN }) =>
        retentionDays >= 1 && retentionDays < settings.retentionDays
          ? {
              title: "Erase closed inquiries sooner?",
              meaning: `What has been closed for more than ${retentionDays} ${retentionDays === 1 ? "day" : "days"} is erased within the hour, for good.`,
              action: "Erase them sooner",
            }
          : undefined
      }
      read={(typed) => ({
        retentionDays: Number(typedText(typed, "retentionDays") || NaN),
        acknowledge: typed.has("acknowledge"),
        says: typedText(typed, "says") === "all" ? "all" : "reference",
      })}
    >
      {({ errors }) => (
        <>
          <TextField
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
          <div className="switch-field">
            <Switch
              name="acknowledge"
              defaultChecked={settings.acknowledge}
              aria-invalid={errors["acknowledge"] === undefined ? undefined : true}
              aria-describedby={errors["acknowledge"] === undefined ? "acknowledge-hint" : "acknowledge-error"}
            >
              Tell visitors by mail that their message has arrived
            </Switch>
            <p id="acknowledge-hint" className="hint">
              The mail holds the reference and nothing else. It needs e-mail to be set up.
            </p>
            {errors["acknowledge"] !== undefined && (
              <p id="acknowledge-error" className="error">
                {errors["acknowledge"]}
              </p>
            )}
          </div>
        </>
      )}
    </SectionForm>
  );
}
