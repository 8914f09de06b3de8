import type { CSSProperties } from "react";
import { teamCopy } from "#copy/current.ts";
import { dayText } from "#copy/locale/days.ts";
import { listed } from "#copy/locale/intl.ts";
import { language } from "#copy/locale/language.ts";
import { languageName } from "#copy/locale/language-name.ts";
import { isLanguage } from "#domain/languages.ts";
import { useObjectUrl } from "#web/ui/use-object-url.ts";
import { langOf } from "#web/ui/text-language.ts";
import { useDateFormats } from "../../shell/dates.ts";

/** A value of the site as owners read it: a logo as a picture, a colour with a swatch, days and countries by name. */
export function SiteValue({ path, value }: { path: string; value: unknown }) {
  const { full } = useDateFormats();
  if (value === undefined || value === "") return teamCopy.site.values.notSet;
  if (Array.isArray(value)) {
    if (value.length === 0) return teamCopy.site.values.none;
    return (
      <ul className="site-values">
        {value.map((item: unknown, at) => (
          <li key={at}>{partsOf(item, full).join(" · ")}</li>
        ))}
      </ul>
    );
  }
  if (typeof value !== "string") return JSON.stringify(value);
  if (path.endsWith(".logo")) return <Thumbnail logo={value} />;
  if (path.endsWith(".color")) {
    return (
      <>
        <span className="swatch" style={{ "--swatch": value } as CSSProperties} /> {value}
      </>
    );
  }
  if (path === "country") return new Intl.DisplayNames(language, { type: "region" }).of(value) ?? value;
  if (path.startsWith("legal.") && path.endsWith("Updated")) return dayText(value, true);
  return <span lang={langOf(value)}>{value}</span>;
}

function Thumbnail({ logo }: { logo: string }) {
  return <img src={useObjectUrl(logo)} alt={teamCopy.site.values.picture} width="40" height="40" />;
}

const names = (labels: Readonly<Record<string, string>>, name: string) => labels[name] ?? name;

/** The parts of a helpline or notice, each as it is called in the form. */
function partsOf(item: unknown, full: (instant: string) => string): string[] {
  return Object.entries(item as Record<string, unknown>).flatMap(([name, part]) => {
    const { notices } = teamCopy.site;
    if (name === "translations") return translationsOf(part as Record<string, unknown>);
    if (name === "pages") return listed((part as string[]).map((page) => names(notices.pageNames, page)));
    if (typeof part !== "string" || part === "") return [];
    if (name === "tone") return names(notices.kinds, part);
    return name === "from" || name === "until" ? `${notices[name]}: ${full(part)}` : part;
  });
}

function translationsOf(texts: Record<string, unknown>): string[] {
  return Object.entries(texts).map(([code, text]) => {
    const said = typeof text === "string" ? text : listed(Object.values(text as Record<string, string>));
    return `${isLanguage(code) ? languageName(code) : code}: ${said}`;
  });
}
