import { type FormEvent, useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { Profile } from "#contract/auth/profile.ts";
import { defaultLanguage, type Language, languageCodes, languages } from "#domain/languages.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { profileLimits, type ProfileTexts } from "#domain/profile.ts";
import { ApiError } from "#web/api/api-client.ts";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { actionFailureText, LoadFailure } from "../forms/failure.tsx";
import { languageName } from "#copy/locale/language-name.ts";
import { OtherLanguages } from "../forms/other-languages.tsx";
import { UnsavedGuard } from "../forms/unsaved-guard.tsx";
import { useFocusWhileSaving } from "../forms/use-focus-while-saving.ts";
import { PictureField } from "./picture-field.tsx";
import { useProfile, useSaveProfile } from "./use-profile.ts";
import "./profile.css";

/** Shows and edits the member's public profile: their display name, picture and signature. */
export function ProfileCard() {
  const profile = useProfile();
  const texts = teamCopy.profile;
  return (
    <section className="card" aria-labelledby="own-profile">
      <h2 id="own-profile">{texts.title}</h2>
      <p className="hint">{texts.about}</p>
      <LoadFailure what={texts.title} query={profile} />
      {profile.data !== undefined ? (
        <ProfileForm profile={profile.data} />
      ) : (
        !profile.isError && <Spinner text={texts.loading} />
      )}
    </section>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const form = useRef<HTMLFormElement>(null);
  const [names, setNames] = useState<ProfileTexts>(profile.names);
  const [signatures, setSignatures] = useState<ProfileTexts>(profile.signatures);
  /** Undefined: as it is stored. */
  const [picture, setPicture] = useState<string | null>();
  const { mutate, isPending, error } = useSaveProfile();
  const errors = error instanceof ApiError ? error.errors : profile.problems;
  const isChanged = picture !== undefined || differs(names, profile.names) || differs(signatures, profile.signatures);

  useFocusWhileSaving(form, isPending);
  useFocusFirstInvalid(form, error);

  function save(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    mutate(
      { names, signatures, ...(picture !== undefined && { picture }) },
      {
        onSuccess(saved) {
          setNames(saved.names);
          setSignatures(saved.signatures);
          setPicture(undefined);
        },
      },
    );
  }

  const texts = teamCopy.profile;
  const fieldsIn = (language: Language) => {
    const { tag } = languages[language];
    const isMain = language === defaultLanguage;
    const common = { dir: "auto" as const, lang: tag, autoComplete: "off" };
    return (
      <div key={language} className="form">
        <Field
          id={`own-name-${language}`}
          label={isMain ? texts.name : texts.nameIn(languageName(language))}
          hint={isMain ? texts.nameHint : undefined}
          error={errors[`names.${language}`]}
          input={{
            ...common,
            maxLength: profileLimits.name,
            value: names[language] ?? "",
            onChange: ({ target }: { target: { value: string } }) => setNames({ ...names, [language]: target.value }),
          }}
        />
        <Field
          id={`own-signature-${language}`}
          label={isMain ? texts.signature : texts.signatureIn(languageName(language))}
          hint={isMain ? texts.signatureHint : undefined}
          error={errors[`signatures.${language}`]}
          rows={2}
          input={{
            ...common,
            maxLength: profileLimits.signature,
            value: signatures[language] ?? "",
            onChange: ({ target }: { target: { value: string } }) =>
              setSignatures({ ...signatures, [language]: target.value }),
          }}
        />
      </div>
    );
  };
  return (
    <>
      <UnsavedGuard isChanged={isChanged} />
      <form ref={form} id="own-texts" className="form" aria-labelledby="own-profile" onSubmit={save}>
        <div className="form profile-fields" inert={isPending}>
          {fieldsIn(defaultLanguage)}
          <OtherLanguages
            id="own-texts"
            summary={texts.otherLanguages}
            isWritten={(language) => `${names[language] ?? ""}${signatures[language] ?? ""}`.trim() !== ""}
            wrong={furtherLanguages.filter((language) =>
              Object.keys(errors).some((field) => field.endsWith(`.${language}`)),
            )}
          >
            {fieldsIn}
          </OtherLanguages>
          <PictureField
            id="own-picture"
            picture={picture === undefined ? profile.picture : picture}
            waits={picture === undefined && profile.pictureState === "waits"}
            error={errors["picture"]}
            onChange={setPicture}
          />
        </div>
        {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
        <div className="form-actions">
          <SubmitButton busy={isPending} busyText={teamCopy.forms.saving}>
            {teamCopy.forms.save}
          </SubmitButton>
        </div>
      </form>
    </>
  );
}

const differs = (one: ProfileTexts, other: ProfileTexts) =>
  languageCodes.some((code) => (one[code] ?? "") !== (other[code] ?? ""));
