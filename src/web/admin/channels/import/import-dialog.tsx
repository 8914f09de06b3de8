import { teamCopy } from "#copy/current.ts";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { type FormEvent, useState } from "react";
import type { ImportPlan } from "#contract/channels/channel-list.ts";
import { ApiError } from "#web/api/api-client.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { useChannelChange } from "../use-team-channels.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Disclosure } from "#web/ui/panels/disclosure.tsx";
import type { Refused } from "./candidate.ts";
import { ValueText } from "#web/ui/value-text.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { channelName } from "../history/change-sentences.ts";
import { PairDifference } from "../history/difference.tsx";
import { type ImportPreview, useImportPreview } from "./use-import-preview.ts";

const importedFiles = ".json,.csv,.tsv,.txt,.html,.htm,application/json,text/csv,text/html";

/** Imports a file of channels, with a preview of the changes. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={teamCopy.channels.import.title} id="import-title">
      {open && <ImportForm onDone={onClose} />}
    </Dialog>
  );
}

/** Takes a file, previews its changes, and makes them after confirmation. */
function ImportForm({ onDone }: { onDone: () => void }) {
  const { preview, problems, isComparing, removeOthers, take, chooseRemoveOthers, showPlan, showProblem } =
    useImportPreview();
  const [isStale, setStale] = useState(false);
  const [name, setName] = useState<string>();
  const change = useChannelChange({
    mutationFn: channelApi.import,
    done: teamCopy.channels.import.done,
    confirms: teamCopy.channels.tasks.import,
  });
  const isImporting = change.isPending;

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isImporting || isComparing || preview === undefined || !doesSomething(preview.plan)) return;
    setStale(false);
    const { file, plan } = preview;
    change.mutate(
      { file, removeOthers: preview.removeOthers, dryRun: false, version: plan.version },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (!(error instanceof ApiError) || error.status !== 412) return showProblem(error);
          setStale(true);
          // The response has the present plan.
          const { problem } = error;
          if ("plan" in problem) showPlan(preview, problem.plan as ImportPlan /* as the contract says */);
        },
      },
    );
  }

  return (
    <form className="form" onSubmit={send}>
      <Field id="import-file" label={teamCopy.channels.import.file} hint={teamCopy.channels.import.hint}>
        {(control) => (
          <div className="add-files">
            <input
              {...control}
              type="file"
              accept={importedFiles}
              aria-invalid={problems.length > 0 ? true : undefined}
              disabled={isImporting}
              // Reset, so that choosing the corrected file of the same name fires a change event.
              onClick={({ currentTarget }) => (currentTarget.value = "")}
              onChange={({ target }) => {
                setStale(false);
                setName(target.files?.[0]?.name);
                take(target.files?.[0]);
              }}
            />
            <span aria-hidden="true">
              <AdminIcon name="attach" />
              <span className="file-name">{name ?? teamCopy.channels.import.choose}</span>
            </span>
          </div>
        )}
      </Field>
      {problems.length > 0 && (
        <Alert role="alert">
          {problems.length === 1 ? (
            <p>{problems[0]}</p>
          ) : (
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      <div role="status">
        {isComparing && <p>{teamCopy.channels.import.comparingWithList}</p>}
        {isStale && (
          <Alert tone="warn">
            <p>{teamCopy.channels.import.stale}</p>
          </Alert>
        )}
        {preview !== undefined && <RefusalSummary of={preview} />}
      </div>
      {preview !== undefined && <Refusals refused={preview.refused} />}
      {preview !== undefined && (
        <ImportPlanView
          preview={preview}
          removeOthers={removeOthers}
          isBusy={isImporting}
          onRemoveOthers={chooseRemoveOthers}
        />
      )}
      <div className="form-actions">
        <Button variant="secondary" onClick={onDone}>
          {teamCopy.forms.cancel}
        </Button>
        {preview !== undefined && doesSomething(preview.plan) && (
          <SubmitButton
            busy={isImporting || isComparing}
            busyText={isImporting ? teamCopy.channels.import.importing : teamCopy.channels.import.comparing}
          >
            {preview.refused.length === 0
              ? teamCopy.channels.import.action
              : teamCopy.channels.import.actionOf(preview.file.channels.length)}
          </SubmitButton>
        )}
      </div>
    </form>
  );
}

type Entry = ImportPlan["entries"][number];

/** The number listed of each kind. */
const maxListed = 100;

/** Returns whether there is anything to import. */
function doesSomething({ entries, moves }: ImportPlan): boolean {
  return moves || entries.some(({ what }) => what !== "same" && what !== "kept");
}

/** Shows the changes of an import, with the option to delete channels that the file does not name. */
function ImportPlanView(props: {
  preview: ImportPreview;
  /** The last choice; the plan may not reflect it yet. */
  removeOthers: boolean;
  isBusy: boolean;
  onRemoveOthers: (remove: boolean) => void;
}) {
  const { preview, removeOthers, isBusy, onRemoveOthers } = props;
  const { name, plan } = preview;
  const entriesOf = (...kinds: Array<Entry["what"]>) => plan.entries.filter(({ what }) => kinds.includes(what));
  const others = entriesOf("kept", "removed");
  return (
    <div className="import-plan">
      <h3>{teamCopy.channels.import.plan(name)}</h3>
      {!doesSomething(plan) && (
        <p>{preview.file.channels.length === 0 ? teamCopy.channels.import.noChannel : teamCopy.channels.import.same}</p>
      )}
      <Entries title={teamCopy.channels.import.added} entries={entriesOf("added")} />
      <Entries title={teamCopy.channels.import.changed} entries={entriesOf("changed")} />
      <Entries title={teamCopy.channels.import.deleted} entries={entriesOf("removed")} isHarmful />
      {plan.moves && <p>{teamCopy.channels.import.reorders}</p>}
      {entriesOf("same").length > 0 && (
        <p className="hint">
          {teamCopy.channels.import.unchanged} {entriesOf("same").length}
        </p>
      )}
      {others.length > 0 && preview.refused.length > 0 && (
        <p className="hint">{teamCopy.channels.import.othersStay(others.length)}</p>
      )}
      {others.length > 0 && preview.refused.length === 0 && (
        <div>
          <label className="choice">
            <input
              type="checkbox"
              checked={removeOthers}
              disabled={isBusy}
              onChange={({ target }) => onRemoveOthers(target.checked)}
              aria-describedby="import-others"
            />
            <span>{teamCopy.channels.import.deleteOthers(others.length)}</span>
          </label>
          <p id="import-others" className="hint">
            {namesOf(others)}
          </p>
        </div>
      )}
    </div>
  );
}

/** Summarizes the parts of the file that are not imported. */
function RefusalSummary({ of: { refused, ignored, file } }: { of: ImportPreview }) {
  if (refused.length === 0 && ignored.length === 0) return null;
  return (
    <Alert tone="warn">
      {refused.length > 0 && <p>{refusedText(refused.length, file.channels.length)}</p>}
      {ignored.length > 0 && <p>{teamCopy.channels.import.columnsIgnored(ignored.slice(0, 20).join(", "))}</p>}
    </Alert>
  );
}

/** Returns how many lines are not imported, and what to do; `good` are the channels that can be. */
function refusedText(refused: number, good: number): string {
  return good === 0 ? teamCopy.channels.import.allRefused(refused) : teamCopy.channels.import.someRefused(refused);
}

/** Lists why each of these is not imported; all but the first few are behind a disclosure. */
function Refusals({ refused }: { refused: readonly Refused[] }) {
  if (refused.length === 0) return null;
  const few = 5;
  return (
    <section aria-label={teamCopy.channels.import.refused} className="import-refusals">
      <RefusalList refused={refused.slice(0, few)} />
      {refused.length > few && (
        <Disclosure summary={teamCopy.channels.history.andMore(refused.length - few)}>
          <RefusalList refused={refused.slice(few, maxListed)} />
          {refused.length > maxListed && (
            <p className="hint">{teamCopy.channels.history.andMoreEnd(refused.length - maxListed)}</p>
          )}
        </Disclosure>
      )}
    </section>
  );
}

function RefusalList({ refused }: { refused: readonly Refused[] }) {
  return (
    <ul className="plain-list">
      {refused.map(({ place, found, problem }) => (
        <li key={`${place} ${problem}`}>
          {place}: <ValueText value={found} />
          <p className="hint">{problem}</p>
        </li>
      ))}
    </ul>
  );
}

function Entries({ title, entries, isHarmful = false }: { title: string; entries: Entry[]; isHarmful?: boolean }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title} className={isHarmful ? "alert" : undefined}>
      <p className="field-label">
        {title}: {entries.length}
      </p>
      <ul className="plain-list differences">
        {entries.slice(0, maxListed).map(({ what, before, after }, place) => (
          <li key={`${what}-${(before ?? after)?._id ?? place}`}>
            <PairDifference pair={{ before: before ?? undefined, after: after ?? undefined }} named />
          </li>
        ))}
      </ul>
      {entries.length > maxListed && (
        <p className="hint">{teamCopy.channels.history.andMoreEnd(entries.length - maxListed)}</p>
      )}
    </section>
  );
}

function namesOf(entries: readonly Entry[]): string {
  const names = entries.flatMap(({ before, after }) => {
    const channel = before ?? after;
    return channel === null ? [] : [channelName(channel)];
  });
  const maxNames = 20;
  if (names.length <= maxNames) return names.join(", ");
  return teamCopy.channels.import.namesAndMore(names.slice(0, maxNames).join(", "), names.length - maxNames);
}
