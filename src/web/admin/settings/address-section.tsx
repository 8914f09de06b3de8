import { useQuery } from "@tanstack/react-query";
import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import type { Settings } from "#contract/settings.ts";
import { ApiError } from "#web/api/api-client.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Button, buttonClass, ButtonLink } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { typedText } from "../forms/typed-text.ts";
import { useDateFormats } from "../shell/dates.ts";
import { trustKey } from "../trust/trust-key.ts";
import { AboutFacts } from "./about-facts.tsx";
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
      <Section id={addressSection} title={title} lead={words.lead} about={<AboutAddress isSet />}>
        <StateCard
          icon={sectionIcons[addressSection]}
          state={{ tone: "good", text: <span className="value">{serverAddress}</span> }}
          actions={<SeeSite url={serverAddress} />}
        >
          <p>{words.inUse}</p>
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
      about={<AboutAddress isSet={present !== undefined} />}
      above={<AddressState present={present} />}
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

/** What uses the address, and what changes with another one. Until one is set, the team signs in under any name. */
function AboutAddress({ isSet }: { isSet: boolean }) {
  const { about } = teamCopy.settings.address;
  return (
    <AboutFacts
      title={about.title}
      facts={[
        ...(isSet ? [[about.signIn, about.signInText] as const] : []),
        [about.passkeys, about.passkeysText],
        [about.posters, about.postersText],
      ]}
    />
  );
}

/** Whether the site has an address, or one that waits; and what to do first. */
function AddressState({ present }: { present: string | undefined }) {
  const words = teamCopy.settings.address;
  const icon = sectionIcons[addressSection];
  const { recent } = useDateFormats();
  const { data } = useQuery({ queryKey: trustKey, queryFn: settingsApi.trustChanges });
  const waiting = data?.changes.find(({ kind, state }) => kind === addressSection && state === "waits");
  return (
    <>
      {present === undefined ? (
        <NotSet />
      ) : (
        <StateCard
          icon={icon}
          state={{ tone: "good", text: <span className="value">{present}</span> }}
          actions={<SeeSite url={present} />}
        >
          <p>{words.inUse}</p>
        </StateCard>
      )}
      {waiting !== undefined && (
        <StateCard
          icon={icon}
          state={{ tone: "warn", text: <span className="value">{waiting.values[`${addressSection}.url`]}</span> }}
        >
          <p>
            {waiting.takesEffectAt === null
              ? teamCopy.trust.needsApproval
              : teamCopy.trust.takesEffect(recent(waiting.takesEffectAt))}
          </p>
        </StateCard>
      )}
    </>
  );
}

/** Shown without an address. At one with HTTPS, a press takes it; elsewhere the set-up brings one. */
function NotSet() {
  const words = teamCopy.settings.address;
  const { host, origin, protocol } = location;
  const take = useSaveSettings();
  const { error } = take;
  const problem = error instanceof ApiError ? error.errors[`${addressSection}.url`] : undefined;
  return (
    <StateCard
      icon={sectionIcons[addressSection]}
      state={{ tone: "warn", text: words.notSet }}
      actions={
        protocol === "https:" ? (
          <Button busy={take.isPending} onClick={() => take.mutate({ publicAddress: { url: origin } })}>
            {take.isPending ? teamCopy.forms.saving : teamCopy.setup.address.use(host)}
          </Button>
        ) : (
          <ButtonLink to={paths.setup}>{words.toSetup}</ButtonLink>
        )
      }
    >
      <p>{words.notSetMeaning}</p>
      {error !== null && <p role="alert">{problem ?? actionFailureText(error)}</p>}
    </StateCard>
  );
}

function SeeSite({ url }: { url: string }) {
  return (
    <a className={buttonClass("secondary")} href={url} target="_blank" rel="noopener">
      {teamCopy.setup.ready.see}
    </a>
  );
}
