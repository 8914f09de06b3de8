import { teamCopy } from "#copy/current.ts";
import type { SiteView } from "#contract/site/site-settings.ts";
import type { FieldChange } from "#domain/site-changes.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { EmptyState } from "../../shell/empty-state.tsx";
import { actionFailureText } from "../../forms/failure.tsx";
import { Ago, useNow } from "../../shell/ago.tsx";
import { useDateFormats } from "../../shell/dates.ts";
import { siteLabel } from "./site-label.ts";
import { SiteValue } from "./site-value.tsx";
import { useSiteChange } from "./use-site.ts";

/** Lists the changes of the site, newest first; each can be undone while its values are in effect. */
export function SiteHistory({ history }: Pick<SiteView, "history">) {
  const dates = useDateFormats();
  const now = useNow();
  const undo = useSiteChange<number>({
    make: (_known, number) => settingsApi.undoSite(number),
    confirms: teamCopy.site.confirms.undoChange,
    done: teamCopy.site.history.undone,
  });
  if (history.length === 0) {
    return (
      <EmptyState icon="log">
        <h3>{teamCopy.site.history.empty}</h3>
        <p>{teamCopy.site.history.emptyHint}</p>
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
              <strong>{by ?? teamCopy.site.history.program}</strong> <Ago at={at} now={now} dates={dates} />
              {undoes !== undefined && <Badge>{teamCopy.site.history.isUndo}</Badge>}
              {isSensitive && <Badge tone="warn">{teamCopy.site.history.isSensitive}</Badge>}
              {approvedBy !== undefined && (
                <span className="hint"> {teamCopy.site.history.approvedBy(approvedBy ?? "")}</span>
              )}
            </p>
            <Differences changes={changes} />
            {canUndo && (
              <Button
                variant="secondary"
                busy={undo.isPending && undo.variables === number}
                aria-label={teamCopy.site.history.undoOf(number)}
                onClick={() => undo.isPending || undo.mutate(number)}
              >
                {teamCopy.forms.undo}
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
            <del>
              <SiteValue path={path} value={before} />
            </del>{" "}
            <span aria-hidden="true">→</span>{" "}
            <ins>
              <SiteValue path={path} value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
