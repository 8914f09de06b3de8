import type { ReactNode } from "react";
import type { PageSite } from "#contract/site.ts";
import { useSite } from "#web/page/page-data.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Helplines } from "./helplines.tsx";

export interface LegalSection {
  title: string;
  paragraphs?: string[];
  items?: string[];
  helplines?: PageSite["helplines"];
}

/** A legal page: what it says in short, its contents and sections, the date of its last change, and a mail link. */
export function LegalText(props: {
  title: string;
  lead: string;
  updated: string;
  summary: readonly string[];
  sections: readonly LegalSection[];
  children?: ReactNode;
}) {
  const { support } = useSite();
  const sections = [...props.sections, { title: "Questions", isLast: true }];
  return (
    <article className="legal">
      <header>
        <h1>{props.title}</h1>
        <div className="seam" />
        <p className="lead">{props.lead}</p>
        <p className="soft">
          Last updated: <time dateTime={props.updated}>{inWords(props.updated)}</time>
        </p>
      </header>
      <details className="card contents">
        <summary>
          On this page
          <Icon name="chevron" />
        </summary>
        <ol>
          {sections.map(({ title }) => (
            <li key={title}>
              <a href={`#${idOf(title)}`}>{title}</a>
            </li>
          ))}
        </ol>
      </details>
      <div className="legal-sections">
        <section className="in-short">
          <h2>In short</h2>
          <ul>
            {props.summary.map((text) => (
              <li key={text}>
                <Icon name="check" />
                {text}
              </li>
            ))}
          </ul>
        </section>
        {props.sections.map(({ title, paragraphs = [], items = [], helplines = [] }) => (
          <section key={title} id={idOf(title)}>
            <h2>{title}</h2>
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {items.length > 0 && (
              <ul>
                {items.map((text) => (
                  <li key={text}>
                    <Item text={text} />
                  </li>
                ))}
              </ul>
            )}
            <Helplines helplines={helplines} />
          </section>
        ))}
        <section id={idOf("Questions")}>
          <h2>Questions</h2>
          <p>
            <a className={buttonClass("secondary")} href={`mailto:${support.email}`}>
              Write to {support.email}
            </a>
          </p>
          {props.children}
        </section>
      </div>
    </article>
  );
}

/** What an item is about stands before its first colon. */
function Item({ text }: { text: string }) {
  const about = /^[^.:]{1,40}:(?= )/.exec(text)?.[0];
  if (about === undefined) return text;
  return (
    <>
      <strong>{about}</strong>
      {text.slice(about.length)}
    </>
  );
}

/** A section's id: its title in lower case, with dashes. */
function idOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}

const months = "January February March April May June July August September October November December".split(" ");

/** `2026-11-01` as `1 November 2026`, the same on every device. */
function inWords(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}
