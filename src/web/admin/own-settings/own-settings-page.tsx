import { teamCopy } from "#copy/current.ts";
import type { OwnSettings, OwnSettingsChange } from "#contract/auth/own-settings.ts";
import { languages, teamLanguages } from "#domain/languages.ts";
import { Select } from "#web/ui/fields/field.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { SwitchField } from "#web/ui/fields/switch.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { ProfileCard } from "../profile/profile-card.tsx";
import { OwnViews } from "../shell/own-pages.tsx";
import { Page } from "../shell/page.tsx";
import { QuietHoursField } from "./quiet-hours-field.tsx";
import { useChangeOwnSettings, useOwnSettings } from "./use-own-settings.ts";
import "./own-settings.css";

/** `/ContactAdmin/your-settings`: what a member chooses for themself. */
export function OwnSettingsPage() {
  const settings = useOwnSettings();
  const { title, lead, loading } = teamCopy.ownSettings;
  return (
    <Page title={title}>
      <OwnViews />
      <div className="own-settings">
        <p className="page-lead">{lead}</p>
        <LoadFailure what={title} query={settings} />
        {settings.data !== undefined ? (
          <Settings settings={settings.data} />
        ) : (
          !settings.isError && <Spinner text={loading} />
        )}
        <ProfileCard />
      </div>
    </Page>
  );
}

function Settings({ settings }: { settings: OwnSettings }) {
  const change = useChangeOwnSettings();
  const save = (fields: OwnSettingsChange) => change.mutate(fields);
  const { replying, told, language, quiet } = teamCopy.ownSettings;
  return (
    <>
      <section className="card" aria-labelledby="own-replying">
        <h2 id="own-replying">{replying.title}</h2>
        <SwitchField
          id="own-assigns"
          hint={replying.assignsHint}
          checked={settings.assignsOnReply}
          onChange={({ currentTarget }) => save({ assignsOnReply: currentTarget.checked })}
        >
          {replying.assigns}
        </SwitchField>
        <RadioGroup
          // Mounted again if the saved value is another one.
          key={settings.sendKey}
          name="own-send-key"
          legend={replying.key}
          defaultValue={settings.sendKey}
          choices={[
            { value: "send", label: replying.send, hint: replying.sendHint },
            { value: "close", label: replying.close, hint: replying.closeHint },
          ]}
          onChange={(sendKey) => save({ sendKey })}
        />
      </section>
      <section className="card" aria-labelledby="own-told">
        <h2 id="own-told">{told.title}</h2>
        <p className="hint">{told.about}</p>
        <Places settings={settings} onChange={save} />
        <Select
          id="own-mail-language"
          label={language.label}
          hint={language.hint}
          // Mounted again if the saved value is another one.
          key={settings.mailLanguage}
          defaultValue={settings.mailLanguage ?? ""}
          onChange={({ currentTarget }) =>
            save({ mailLanguage: teamLanguages.find((code) => code === currentTarget.value) ?? null })
          }
        >
          <option value="">{language.team}</option>
          {teamLanguages.map((code) => (
            <option key={code} value={code} lang={code}>
              {languages[code].name}
            </option>
          ))}
        </Select>
      </section>
      <section className="card" aria-labelledby="own-quiet">
        <h2 id="own-quiet">{quiet.title}</h2>
        <QuietHoursField saved={settings.quietHours} change={change} />
      </section>
    </>
  );
}

/** Table of notices: a row for each kind of event, a column for each place. */
function Places({ settings, onChange }: { settings: OwnSettings; onChange: (change: OwnSettingsChange) => void }) {
  const { told } = teamCopy.ownSettings;
  return (
    <table className="own-places" aria-labelledby="own-told">
      <thead>
        <tr>
          <th scope="col">{told.what}</th>
          <th scope="col">{told.bell}</th>
          <th scope="col">{told.email}</th>
        </tr>
      </thead>
      <tbody>
        {(["mentions", "assignments", "answers", "undelivered"] as const).map((kind) => (
          <tr key={kind}>
            <th scope="row">{told.kinds[kind]}</th>
            {(["bell", "email"] as const).map((place) => (
              <td key={place}>
                <label>
                  <input
                    id={`own-${kind}-${place}`}
                    type="checkbox"
                    aria-label={(place === "bell" ? told.inBell : told.byEmail)(told.kinds[kind])}
                    checked={settings[kind][place]}
                    onChange={({ currentTarget }) =>
                      onChange({ [kind]: { ...settings[kind], [place]: currentTarget.checked } })
                    }
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
