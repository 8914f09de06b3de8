import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import type { Settings } from "#contract/settings.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { typedText } from "../forms/typed-text.ts";
import { Section, SectionForm } from "./section-form.tsx";
import { exact } from "./server-fields.tsx";
import { sectionIcons } from "./settings-menu.ts";
import { StateCard } from "./state-card.tsx";
import { useSaveSettings } from "./use-settings.ts";
import { WithCode } from "./with-code.tsx";

export const addressSection = "publicAddress";

/** The address that visitors use. The server fetches the site through a new one before it takes it. */
export function AddressSection({ settings: { publicAddress, serverAddress } }: { settings: Settings }) {
  const words = teamCopy.settings.address;
  const title = teamCopy.settings.sections.address;
  const save = useSaveSettings();
  if (serverAddress !== undefined) {
    return (
      <Section id={addressSection} title={title} lead={words.lead}>
        <StateCard icon={sectionIcons[addressSection]} state={{ text: words.label }}>
          <p>{serverAddress}</p>
          <p className="hint">
            <WithCode text={words.ofServer} />
          </p>
        </StateCard>
      </Section>
    );
  }
  const present = publicAddress?.url;
  return (
    <SectionForm
      id={addressSection}
      title={title}
      lead={words.lead}
      save={save}
      read={(typed) => {
        const url = typedText(typed, "url");
        return { publicAddress: url === "" ? null : { url } };
      }}
      ask={({ publicAddress: next }) =>
        next === null || next === undefined
          ? { title: words.noneTitle, meaning: words.noneMeaning, action: words.noneAction }
          : { title: words.askTitle(next.url), meaning: words.askMeaning, action: words.askAction }
      }
      onSaved={({ settings }) => {
        const next = settings.publicAddress?.url;
        // The site under its old name only shows, and nobody is signed in at the new one yet.
        if (next !== undefined && next !== present && next !== location.origin)
          location.assign(`${next}${paths.settings}?section=${addressSection}`);
      }}
    >
      {(errors) => (
        <Field
          id="public-address-url"
          label={words.label}
          error={errors["url"]}
          hint={words.hint}
          input={{
            ...exact,
            name: "url",
            type: "url",
            inputMode: "url",
            maxLength: 253,
            placeholder: "https://desk.example.com",
            defaultValue: present,
          }}
        />
      )}
    </SectionForm>
  );
}
