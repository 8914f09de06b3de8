import { teamCopy } from "#copy/current.ts";
import { language } from "#copy/locale/language.ts";
import type { SiteFields } from "#contract/site/site.ts";
import { callingCodes } from "#domain/countries.ts";
import { valueAt } from "#domain/site-changes.ts";
import { contrast, inkOn } from "#domain/contrast.ts";
import { dayAt } from "#domain/time/day.ts";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { useSite } from "#web/page/page-data.ts";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { NumberField } from "../../forms/number-field.tsx";
import { LogoField } from "./logo-field.tsx";
import { NoticeList } from "./notice-list.tsx";
import { PlaceList } from "./place-list.tsx";
import { idOf, type SiteField, type SiteTab } from "./site-groups.ts";
import { siteLabel } from "./site-label.ts";

interface FormProps {
  values: SiteFields;
  errors: Readonly<Record<string, string>>;
  /** Paths of figures that visitors see and nobody has confirmed. */
  unconfirmed: ReadonlySet<string>;
  onChange: (path: string, value: unknown) => void;
}

/** The fields of a tab. */
export function SiteForm({ tab, ...form }: FormProps & { tab: SiteTab }) {
  const { values, onChange } = form;
  return tab.groups.map(({ title, lead, copied, fields }, at) => (
    <section key={at} className="site-group" aria-labelledby={`site-${tab.name}-${at}`}>
      <h3 id={`site-${tab.name}-${at}`}>{title()}</h3>
      {lead !== undefined && <p className="hint">{lead()}</p>}
      {copied !== undefined && (
        <p>
          <Button
            variant="secondary"
            size="small"
            onClick={() => copied.paths.forEach(([from, to]) => onChange(to, valueAt(values, from)))}
          >
            {copied.label()}
          </Button>
        </p>
      )}
      <div className="settings-fields">
        {fields.map((field) => (
          <SiteInput key={field.path} field={field} {...form} />
        ))}
      </div>
    </section>
  ));
}

/** One field of the site by its path. */
export function SiteInput({ field, values, errors, unconfirmed, onChange }: FormProps & { field: SiteField }) {
  const { path, kind, max, hint, unit, placeholder, isRequired } = field;
  const value = valueAt(values, path);
  const label = siteLabel(path);
  const id = idOf(path);
  if (kind === "places") {
    const places = value as SiteFields["helplines"];
    return (
      <PlaceList
        id={id}
        label={label}
        places={places}
        errors={errorsWithin(errors, path)}
        onChange={(next) => onChange(path, next)}
      />
    );
  }
  if (kind === "logo") {
    const logo = typeof value === "string" ? value : undefined;
    const brand = values.brands[path === "brands.home.logo" ? "home" : "contact"];
    const change = (next: string | undefined) => onChange(path, next);
    return <LogoField {...{ id, label, logo, brand }} error={errors[path]} onChange={change} />;
  }
  if (kind === "notices") {
    const notices = value as SiteFields["notices"];
    return (
      <NoticeList
        id={id}
        notices={notices}
        errors={errorsWithin(errors, path)}
        onChange={(next) => onChange(path, next)}
      />
    );
  }
  if (kind === "country")
    return <CountryField {...{ id, label, path, hint, onChange }} value={value} error={errors[path]} />;
  const text = textOf(value);
  const change = (typed: string) => onChange(path, valueOf(typed, field));
  const common = { id, label, error: errors[path], hint: hint?.() };
  const input = {
    value: text,
    maxLength: max,
    placeholder: placeholder?.(),
    required: isRequired === true,
    lang: path.startsWith("translations.") ? path.split(".")[1] : langOf(text),
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  };
  if (kind === "color") return <ColorField {...common} value={text} onChange={change} />;
  if (kind === "figure") return <FigureField {...{ field, values, errors, unconfirmed, onChange }} />;
  if (kind === "area") return <Field {...common} rows={3} input={input} />;
  if (kind === "day") {
    return (
      <Field {...common}>
        {(control) => (
          <div className="day-field">
            <input {...input} {...control} type="date" />
            <TodayButton label={label} onClick={change} />
          </div>
        )}
      </Field>
    );
  }
  if (kind === "number") return <NumberField {...common} unit={unit} input={input} />;
  const types = { text: "text", email: "email" } as const;
  return <Field {...common} input={{ ...input, type: types[kind] }} />;
}

/** The errors of a list, of its entries and their fields, by the path within it; that of the whole list by "". */
function errorsWithin(errors: Readonly<Record<string, string>>, path: string): Record<string, string> {
  const own = Object.entries(errors).filter(([name]) => name === path || name.startsWith(`${path}.`));
  return Object.fromEntries(own.map(([name, message]) => [name.slice(path.length + 1), message]));
}

/** The countries with their calling codes, by their names in the page's language; letters typed there find one. */
function CountryField(
  props: Pick<FormProps, "onChange"> & {
    path: string;
    hint: (() => string) | undefined;
    id: string;
    label: string;
    value: unknown;
    error: string | undefined;
  },
) {
  const { id, label, path, value, hint, error, onChange } = props;
  return (
    <Select
      id={id}
      label={label}
      hint={hint?.()}
      error={error}
      value={textOf(value)}
      onChange={({ target }) => onChange(path, target.value)}
    >
      {countryNames().map(({ code, name }) => (
        <option key={code} value={code}>
          {name} (+{callingCodes.get(code)})
        </option>
      ))}
    </Select>
  );
}

function countryNames(): Array<{ code: string; name: string }> {
  const names = new Intl.DisplayNames(language, { type: "region" });
  const all = [...callingCodes.keys()].map((code) => ({ code, name: names.of(code) ?? code }));
  return all.toSorted((one, other) => one.name.localeCompare(other.name, language));
}

function textOf(value: unknown): string {
  return typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
}

/**
 * Returns the value to send for a typed text: an optional value that is empty is not set; a figure is then not shown.
 */
function valueOf(typed: string, { kind, isRequired }: SiteField): unknown {
  if (kind === "number") return typed === "" ? undefined : Number(typed);
  return typed === "" && isRequired !== true && kind !== "figure" ? undefined : typed;
}

/** Sets a date to today. */
function TodayButton({ label, onClick }: { label: string; onClick: (day: string) => void }) {
  const { timeZone } = useSite();
  const { today } = teamCopy.shell.dates;
  return (
    <Button variant="secondary" aria-label={`${today}: ${label}`} onClick={() => onClick(dayAt(Date.now(), timeZone))}>
      {today}
    </Button>
  );
}

/** A figure with its source. */
function FigureField({ field, values, errors, unconfirmed, onChange }: FormProps & { field: SiteField }) {
  const source = `figureSources.${field.path.split(".")[1]}`;
  const rows = [
    { path: field.path, label: siteLabel(field.path), placeholder: field.placeholder?.(), maxLength: field.max },
    {
      path: source,
      label: teamCopy.site.sourceQuestion,
      placeholder: teamCopy.site.examples.source,
      maxLength: 160,
    },
  ];
  return (
    <div className="field-row wide-second" role="group" aria-label={siteLabel(field.path)}>
      {rows.map(({ path, label, ...input }) => (
        <Field
          key={path}
          id={idOf(path)}
          label={label}
          error={errors[path]}
          {...(unconfirmed.has(path) && { hint: teamCopy.setup.figures.hint })}
          input={{
            ...input,
            value: textOf(valueAt(values, path)),
            onChange: ({ target }: { target: { value: string } }) =>
              onChange(path, target.value === "" && path === source ? undefined : target.value),
          }}
        />
      ))}
    </div>
  );
}

/** A colour as a swatch and as text, with the contrast of the text on it. */
function ColorField(props: {
  id: string;
  label: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}) {
  const { id, label, error, value, onChange } = props;
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  const ink = isColor ? inkOn(value) : "";
  const ratio = isColor ? contrast(value, ink).toFixed(1) : "";
  return (
    <Field id={id} label={label} error={error}>
      {(control) => (
        <div className="color-field">
          <input
            type="color"
            aria-label={teamCopy.site.pickColor(label)}
            value={isColor ? value.toLowerCase() : "#000000"}
            onChange={({ target }) => onChange(target.value)}
          />
          <input
            {...control}
            value={value}
            maxLength={7}
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
          />
          <span role="status">
            {isColor && (
              <Badge tone="good">
                {ink === "#ffffff" ? teamCopy.site.whiteInk(ratio) : teamCopy.site.darkInk(ratio)}
              </Badge>
            )}
          </span>
        </div>
      )}
    </Field>
  );
}
