import type { AuditEntryView } from "#contract/audit.ts";
import { useDateWords } from "../dates.ts";
import { alarming, factName, factText, kindWords } from "./audit-words.ts";

/** One entry: what, when, who, and the facts. `nameOf` gives the address of a member by the id, where there is one. */
export function AuditRow({ entry, nameOf }: { entry: AuditEntryView; nameOf: (id: string) => string | undefined }) {
  const { number, at, kind, by, about } = entry;
  const { exact } = useDateWords();
  const facts = Object.entries(about);
  return (
    <li className="audit-entry" tabIndex={-1}>
      <h3>
        <span className={alarming.has(kind) ? "badge bad" : "badge"}>{kindWords[kind]}</span>
      </h3>
      <p className="hint">
        {number} · <time dateTime={at}>{exact(at)}</time> · {by === null ? "nobody signed in" : by.email}
      </p>
      {facts.length > 0 && (
        <dl className="audit-facts">
          {facts.map(([key, fact]) => (
            <div key={key}>
              <dt>{factName(key)}</dt>
              <dd>{(key === "member" && typeof fact === "string" && nameOf(fact)) || factText(fact)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
