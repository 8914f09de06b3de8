import { teamCopy } from "#copy/current.ts";
import type { SiteFields } from "#contract/site/site.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";

type Place = SiteFields["helplines"][number];

const maxPlaces = 8;

/** A list of helplines, or of places to report fraud: each with a number, a page and a note. */
export function PlaceList(props: {
  id: string;
  label: string;
  places: readonly Place[];
  /** By the path within the list, such as `0.name`; that of the whole list by "". */
  errors: Readonly<Record<string, string>>;
  onChange: (places: Place[]) => void;
}) {
  const { id, label, places, errors, onChange } = props;

  function change(at: number, field: keyof Place, value: string): void {
    onChange(
      places.map((place, index) => {
        if (index !== at) return place;
        const next = { ...place, [field]: value };
        // An empty name is an error, which the server says; another empty field is not set.
        if (value === "" && field !== "name") delete next[field];
        return next;
      }),
    );
  }

  return (
    <fieldset className="place-list">
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
                  onChange: ({ target }: { target: { value: string } }) => change(at, name, target.value),
                }}
              />
            ))}
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
