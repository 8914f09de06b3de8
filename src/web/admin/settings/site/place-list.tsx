import { teamCopy } from "#copy/current.ts";
import type { SiteFields } from "#contract/site/site.ts";
import { furtherLanguages, type FurtherLanguage } from "#domain/further-languages.ts";
import { languages } from "#domain/languages.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { languageName } from "#copy/locale/language-name.ts";
import { OtherLanguages } from "../../forms/other-languages.tsx";

type Place = SiteFields["helplines"][number];

const maxPlaces = 8;

/** A list of helplines, or of places to report fraud: each with a number, a page and a note. */
export function PlaceList(props: {
  id: string;
  label: string;
  places: readonly Place[];
  /** Errors by the path within the list, such as `0.name`; that of the whole list by "". */
  errors: Readonly<Record<string, string>>;
  onChange: (places: Place[]) => void;
}) {
  const { id, label, places, errors, onChange } = props;

  const replace = (at: number, next: Place) => onChange(places.map((place, index) => (index === at ? next : place)));

  function change(at: number, place: Place, field: (typeof fields)[number]["name"], value: string): void {
    const next = { ...place, [field]: value };
    // An empty name is an error, which the server says; another empty field is not set.
    if (value === "" && field !== "name") delete next[field];
    replace(at, next);
  }

  return (
    <fieldset id={id} className="place-list">
      <legend>{label}</legend>
      <ListError error={errors[""]} />
      <ol>
        {places.map((place, at) => (
          <li key={at}>
            <ListError error={errors[at]} />
            {fields.map(({ name, ...input }) => (
              <Field
                key={name}
                id={`${id}-${at}-${name}`}
                label={teamCopy.site.places[name]}
                error={errors[`${at}.${name}`]}
                input={{
                  ...input,
                  value: place[name] ?? "",
                  onChange: ({ target }: { target: { value: string } }) => change(at, place, name, target.value),
                }}
              />
            ))}
            <PlaceTranslations
              id={`${id}-${at}`}
              place={place}
              errorOf={(path) => errors[`${at}.${path}`]}
              onChange={(next) => replace(at, next)}
            />
            {places.length > 1 && (
              <Button variant="quiet" onClick={() => onChange(places.filter((_place, index) => index !== at))}>
                {teamCopy.forms.remove}
                <span className="visually-hidden"> {place.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {places.length < maxPlaces && (
        <Button variant="secondary" onClick={() => onChange([...places, { name: "" }])}>
          {teamCopy.site.places.add}
        </Button>
      )}
    </fieldset>
  );
}

/** The name and the note in the other languages. */
function PlaceTranslations(props: {
  id: string;
  place: Place;
  errorOf: (path: string) => string | undefined;
  onChange: (place: Place) => void;
}) {
  const { id, place, errorOf, onChange } = props;
  const fieldsIn = (language: FurtherLanguage) =>
    translatedFields.map(({ name, maxLength }) => {
      const path = `translations.${language}.${name}`;
      return { name, maxLength, path, error: errorOf(path) ?? errorOf(`translations.${language}`) };
    });

  function change(language: FurtherLanguage, name: "name" | "note", value: string): void {
    const { [name]: _before, ...own } = place.translations?.[language] ?? {};
    const { [language]: _own, ...others } = place.translations ?? {};
    const next = value === "" ? own : { ...own, [name]: value };
    const translations = Object.keys(next).length === 0 ? others : { ...others, [language]: next };
    const { translations: _translations, ...english } = place;
    onChange(Object.keys(translations).length === 0 ? english : { ...english, translations });
  }

  return (
    <OtherLanguages
      id={id}
      summary={teamCopy.site.notices.translations}
      hint={teamCopy.site.groups.textsInLead}
      isWritten={(language) => place.translations?.[language] !== undefined}
      wrong={furtherLanguages.filter((language) => fieldsIn(language).some(({ error }) => error !== undefined))}
    >
      {(language) =>
        fieldsIn(language).map(({ name, maxLength, path, error }) => (
          <Field
            key={path}
            id={`${id}-${path.replaceAll(".", "-")}`}
            label={teamCopy.site.translated(teamCopy.site.places[name], languageName(language))}
            error={error}
            input={{
              value: place.translations?.[language]?.[name] ?? "",
              lang: languages[language].tag,
              maxLength,
              onChange: ({ target }: { target: { value: string } }) => change(language, name, target.value),
            }}
          />
        ))
      }
    </OtherLanguages>
  );
}

/** An error that belongs to no single field. */
export function ListError({ error }: { error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p className="error" tabIndex={-1} data-refused="">
      {error}
    </p>
  );
}

const fields = [
  { name: "name", maxLength: 80, required: true },
  { name: "phone", type: "tel", maxLength: 22, placeholder: "14416" },
  { name: "url", type: "url", placeholder: "https://" },
  { name: "note", maxLength: 160 },
] as const;

const translatedFields = [
  { name: "name", maxLength: 80 },
  { name: "note", maxLength: 160 },
] as const;
