import type { AuditEntryView } from "#contract/audit.ts";
import { paths } from "#contract/paths.ts";
import { useDateWords } from "../shell/dates.ts";
import { alarming, factName, factText, kindWords } from "./audit-copy.ts";
import { Badge } from "#web/ui/badge.tsx";

/** One entry: what, when, who, and the facts. `nameOf` gives a member's address by id, if known. */
export function AuditRow({ entry, nameOf }: { entry: AuditEntryView; nameOf: (id: string) => string | undefined }) {
  const { number, at, kind, by, about } = entry;
  const { exact } = useDateWords();
  const facts = Object.entries(about).flatMap(([key, fact]) => {
    const text = factText(key, fact, nameOf);
    return text === undefined ? [] : [{ key, text }];
  });
  return (
    <li className="audit-entry" tabIndex={-1}>
      <h3>{alarming.has(kind) ? <Badge tone="bad">{kindWords[kind]}</Badge> : kindWords[kind]}</h3>
      <p className="hint">
        {number} · <time dateTime={at}>{exact(at)}</time> ·{" "}
        {by?.email ?? (kind === "command-run" ? "on the server" : "nobody signed in")}
      </p>
      {facts.length > 0 && (
        <dl className="audit-facts">
          {facts.map(({ key, text }) => (
            <div key={key}>
              <dt>{factName(key)}</dt>
              <dd>
                {kind === "channels-changed" && key === "change" ? (
                  <a href={`${paths.history}#change-${text}`}>{text}</a>
                ) : (
                  text
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
