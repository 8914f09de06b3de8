import type { SiteView } from "#contract/site-settings.ts";
import type { FieldChange } from "#domain/site-changes.ts";
import { siteLabel } from "#domain/site-fields.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { actionFailureText } from "../../forms/failure.tsx";
import { Ago, useNow } from "../../shell/ago.tsx";
import { useDateWords } from "../../shell/dates.ts";
import { useSiteChange } from "./use-site.ts";

/** Who changed what the site says, newest first; each change can be undone while its values are in effect. */
export function SiteHistory({ history }: Pick<SiteView, "history">) {
  const dates = useDateWords();
  const now = useNow();
  const undo = useSiteChange<number>({
    make: (_known, number) => settingsApi.undoSite(number),
    confirms: "undo the change",
    done: "Change undone",
  });
  if (history.length === 0) {
    return (
      <EmptyState>
        <h3>No changes yet</h3>
        <p>Every change that is published stands here, with its author and an undo.</p>
      </EmptyState>
    );
  }
  return (
    <>
      {undo.error !== null && <Alert>{actionFailureText(undo.error)}</Alert>}
      <ol className="site-history">
        {history.map(({ number, at, by, approvedBy, changes, isSensitive, undoes, canUndo }) => (
          <li key={number}>
            <p>
              <strong>{by ?? "The program"}</strong> <Ago at={at} now={now} dates={dates} />
              {undoes !== undefined && <Badge>Undo</Badge>}
              {isSensitive && <Badge tone="warn">Address, number or link</Badge>}
              {approvedBy !== undefined && <span className="hint"> approved by {approvedBy}</span>}
            </p>
            <Differences changes={changes} />
            {canUndo && (
              <Button
                variant="secondary"
                busy={undo.isPending && undo.variables === number}
                onClick={() => undo.isPending || undo.mutate(number)}
              >
                Undo<span className="visually-hidden"> change {number}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Each changed value, before and after. */
export function Differences({ changes }: { changes: ReadonlyArray<Partial<FieldChange> & { path: string }> }) {
  return (
    <dl className="site-differences">
      {changes.map(({ path, before, after }) => (
        <div key={path}>
          <dt>{siteLabel(path)}</dt>
          <dd>
            {path.endsWith(".logo") ? (
              <ins>{after === undefined ? "removed" : before === undefined ? "added" : "replaced"}</ins>
            ) : (
              <>
                <del>{shown(before)}</del> <span aria-hidden="true">→</span> <ins>{shown(after)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: unknown): string {
  if (value === undefined || value === "") return "not set";
  if (!Array.isArray(value)) return typeof value === "string" ? value : JSON.stringify(value);
  const shownItem = (item: object) => Object.values(item).flatMap((part) => (typeof part === "string" ? [part] : []));
  return value.length === 0 ? "none" : value.map((item: object) => shownItem(item).join(", ")).join("; ");
}
