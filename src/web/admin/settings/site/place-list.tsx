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
  error: string | undefined;
  onChange: (places: Place[]) => void;
}) {
  const { id, label, places, error, onChange } = props;

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
      {error !== undefined && <p className="error">{teamCopy.site.places.wrong(error)}</p>}
      <ol>
        {places.map((place, at) => (
          <li key={at}>
            {fields.map(({ name, ...input }) => (
              <Field
                key={name}
                id={`${id}-${at}-${name}`}
                label={teamCopy.site.places[name]}
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

const fields = [
  { name: "name", maxLength: 80, required: true },
  { name: "phone", type: "tel", maxLength: 22, placeholder: "14416" },
  { name: "url", type: "url", placeholder: "https://" },
  { name: "note", maxLength: 160 },
] as const;
