import { copy } from "#copy/current.ts";
import { dateText } from "#copy/locale/intl.ts";
import { language } from "#copy/locale/language.ts";
import { type ReactNode, useEffect, useState } from "react";
import type { Particulars } from "#contract/site/site.ts";
import { defaultLanguage } from "#domain/languages.ts";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Helplines } from "./helplines.tsx";

export interface LegalSection {
  title: string;
  paragraphs?: readonly string[] | undefined;
  items?: readonly string[] | undefined;
  helplines?: Particulars["helplines"] | undefined;
}

/** A legal page: what it says in short, its contents and sections, the date of its last change, and a mail link. */
export function LegalText(props: {
  title: string;
  lead: string;
  updated: string;
  /** Address for questions. */
  email: string;
  summary: readonly string[];
  /** Sections by id. */
  sections: Record<string, LegalSection>;
  children?: ReactNode;
}) {
  const sections = Object.entries(props.sections);
  const current = useCurrentSection();
  return (
    <article className="legal">
      <header>
        <h1>{props.title}</h1>
        <div className="seam" />
        <p className="lead">{props.lead}</p>
        <p className="soft small-text">
          {copy.legal.updated} {/* Browsers and the server may name a month differently. */}
          <time dateTime={props.updated} suppressHydrationWarning>
            {dateText(props.updated, "UTC")}
          </time>
          {language !== defaultLanguage && ` · ${copy.legal.prevails}`}
        </p>
      </header>
      <details className="card contents">
        <summary>
          {copy.legal.contents}
          <Icon name="chevron" />
        </summary>
        <ol>
          {[...sections, ["questions", { title: copy.legal.questions }] as const].map(([id, { title }]) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === current ? "location" : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </details>
      <div className="legal-sections">
        <section className="in-short">
          <h2>{copy.legal.inShort}</h2>
          <ul>
            {props.summary.map((text) => (
              <li key={text}>
                <Icon name="check" />
                {text}
              </li>
            ))}
          </ul>
        </section>
        {sections.map(([id, { title, paragraphs = [], items = [], helplines = [] }]) => (
          <section key={id} id={id}>
            <h2>{title}</h2>
            {paragraphs.map((text) => (
              <p key={text}>{linked(text)}</p>
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
        <section id="questions">
          <h2>{copy.legal.questions}</h2>
          <p>
            <a className={buttonClass("secondary")} href={mailtoOf(props.email)}>
              {copy.legal.writeTo(props.email)}
            </a>
          </p>
          {props.children}
        </section>
      </div>
    </article>
  );
}

/** The part of the footer that is seen at the end of a page, however its size is rounded. */
const nearlyWhole = 0.9;

/** Returns the id of the section that is being read: the one a third down the screen, or the last at the page's end. */
function useCurrentSection(): string | undefined {
  const [current, setCurrent] = useState<string>();
  const [isAtEnd, setAtEnd] = useState(false);
  useEffect(() => {
    if (!("IntersectionObserver" in globalThis)) return undefined;
    const watch = new IntersectionObserver(
      (changes) => {
        for (const { isIntersecting, target } of changes) if (isIntersecting) setCurrent(target.id);
      },
      { rootMargin: "-35% 0px -65%" },
    );
    for (const section of document.querySelectorAll(".legal-sections > [id]")) watch.observe(section);
    const watchEnd = new IntersectionObserver(
      (changes) => {
        for (const { intersectionRatio } of changes) setAtEnd(intersectionRatio >= nearlyWhole);
      },
      { threshold: nearlyWhole },
    );
    for (const footer of document.querySelectorAll("footer")) watchEnd.observe(footer);
    return () => {
      watch.disconnect();
      watchEnd.disconnect();
    };
  }, []);
  return isAtEnd ? "questions" : current;
}

/** RFC 6068: the encoded address cannot add headers. */
function mailtoOf(email: string): string {
  const at = email.lastIndexOf("@");
  return `mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`;
}

/** Shows an item; its subject stands before the first colon. */
function Item({ text }: { text: string }) {
  const about = /^[^.:]{1,40}:(?= )/.exec(text)?.[0];
  return (
    <>
      {about && <strong>{about}</strong>}
      {linked(text.slice(about?.length))}
    </>
  );
}

/** Returns a text with its email addresses as links. */
function linked(text: string): ReactNode[] {
  return text.split(/([\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={index} href={mailtoOf(part)}>
        {part}
      </a>
    ),
  );
}
