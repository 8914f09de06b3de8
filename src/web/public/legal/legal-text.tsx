import { useSite } from "#web/page/page-data.ts";

export interface LegalSection {
  title: string;
  paragraphs?: string[];
  items?: string[];
  links?: Array<{ label: string; href: string }>;
}

/** A legal page: its sections, the date of its last change, and a mail link to the support. */
export function LegalText(props: { title: string; lead: string; updated: string; sections: LegalSection[] }) {
  const { support } = useSite();
  return (
    <article className="legal">
      <h1>{props.title}</h1>
      <div className="seam" />
      <p className="lead">{props.lead}</p>
      <p>
        Last updated: <time dateTime={props.updated}>{inWords(props.updated)}</time>
      </p>
      {props.sections.map(({ title, paragraphs = [], items = [], links = [] }) => (
        <section key={title}>
          <h2>{title}</h2>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {items.length > 0 && (
            <ul>
              {items.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          {links.length > 0 && (
            <ul>
              {links.map(({ label, href }) => (
                <li key={href}>
                  <a href={href} rel="noopener noreferrer">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <section>
        <h2>Questions</h2>
        <p>
          Write to <a href={`mailto:${support.email}`}>{support.email}</a>.
        </p>
      </section>
    </article>
  );
}

const months = "January February March April May June July August September October November December".split(" ");

/** `2026-11-01` as `1 November 2026`, the same on every device. */
function inWords(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}
