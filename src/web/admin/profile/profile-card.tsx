import { teamCopy } from "#copy/current.ts";
import type { Profile } from "#contract/auth/profile.ts";
import { defaultLanguage, type Language, languages } from "#domain/languages.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { profileLimits } from "#domain/profile.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { DraftForm } from "../forms/draft-form.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { languageName } from "#copy/locale/language-name.ts";
import { OtherLanguages } from "../forms/other-languages.tsx";
import { useDraft } from "../forms/use-draft.ts";
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
  const texts = teamCopy.profile;
  const start = ({ names, signatures }: Profile) => ({
    names,
    signatures,
    /** Undefined: as it is stored. */
    picture: undefined as string | null | undefined,
  });
  const draft = useDraft({
    id: "own",
    start: start(profile),
    save: useSaveProfile(),
    send: ({ picture, ...typed }) => ({ ...typed, ...(picture !== undefined && { picture }) }),
    onSaved: (saved) => draft.restart(start(saved)),
  });
  const { names, signatures, picture } = draft.typed;
  const errors = draft.error instanceof ApiError ? draft.errors : profile.problems;

  const fieldsIn = (language: Language) => {
    const isMain = language === defaultLanguage;
    const common = { dir: "auto" as const, lang: languages[language].tag, autoComplete: "off" };
    return (
      <div key={language} className="form">
        <Field
          {...draft.textIn("names", language, { ...common, maxLength: profileLimits.name })}
          id={`own-name-${language}`}
          label={isMain ? texts.name : texts.nameIn(languageName(language))}
          hint={isMain ? texts.nameHint : undefined}
          error={errors[`names.${language}`]}
        />
        <Field
          {...draft.textIn("signatures", language, { ...common, maxLength: profileLimits.signature })}
          id={`own-signature-${language}`}
          label={isMain ? texts.signature : texts.signatureIn(languageName(language))}
          hint={isMain ? texts.signatureHint : undefined}
          error={errors[`signatures.${language}`]}
          rows={2}
        />
      </div>
    );
  };
  return (
    <DraftForm draft={draft} id="own-texts" aria-labelledby="own-profile" isGuarded alert="bottom">
      <div className="form profile-fields">
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
          onChange={(changed) => draft.set({ picture: changed })}
        />
      </div>
    </DraftForm>
  );
}
