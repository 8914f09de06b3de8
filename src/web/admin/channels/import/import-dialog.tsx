import { Dialog } from "#web/ui/dialog.tsx";
import { type FormEvent, useState } from "react";
import type { ImportPlan } from "#contract/channel-list.ts";
import { ApiError } from "#web/api/api-client.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useChannelChange } from "../use-contacts.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { doesSomething, ImportPlanView } from "./import-plan-view.tsx";
import { useImportPreview } from "./use-import-preview.ts";

/** Imports a file of channels, with a preview of the changes. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Import channels" id="import-title">
      {open && <ImportForm onDone={onClose} />}
    </Dialog>
  );
}

/** Takes a file, previews its changes, and makes them after confirmation. */
function ImportForm({ onDone }: { onDone: () => void }) {
  const { look, problems, isLooking, removeOthers, take, chooseRemoveOthers, showPlan, showProblem } =
    useImportPreview();
  const [isStale, setStale] = useState(false);
  const change = useChannelChange({
    mutationFn: channelApi.import,
    done: "The channels are imported",
    failed: "Failed to import the channels",
  });
  const isImporting = change.isPending;

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isImporting || isLooking || look === undefined || !doesSomething(look.plan)) return;
    setStale(false);
    const { file, plan } = look;
    change.mutate(
      { file, removeOthers: look.removeOthers, dryRun: false, version: plan.version },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (!(error instanceof ApiError) || error.status !== 412) return showProblem(error);
          setStale(true);
          // The response has the present plan.
          const { problem } = error;
          if ("plan" in problem) showPlan(look, problem.plan as ImportPlan /* as the contract says */);
        },
      },
    );
  }

  return (
    <form className="form" onSubmit={send}>
      <Field
        id="import-file"
        label="File"
        hint="A JSON file as Export gives it. Nothing changes before you have seen what would."
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".json,application/json"
            aria-invalid={problems.length > 0 ? true : undefined}
            disabled={isImporting}
            // Reset, so that choosing the corrected file of the same name fires a change event.
            onClick={({ currentTarget }) => (currentTarget.value = "")}
            onChange={({ target }) => {
              setStale(false);
              take(target.files?.[0]);
            }}
          />
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
        {isLooking && <p>Looking what it would change...</p>}
        {isStale && (
          <Alert>
            The list has changed meanwhile, so nothing was imported. This is what the file would change now.
          </Alert>
        )}
      </div>
      {look !== undefined && (
        <ImportPlanView
          look={look}
          removeOthers={removeOthers}
          isBusy={isImporting}
          onRemoveOthers={chooseRemoveOthers}
        />
      )}
      <div className="form-actions">
        {look !== undefined && doesSomething(look.plan) && (
          <SubmitButton busy={isImporting || isLooking} busyText={isImporting ? "Importing..." : "Looking..."}>
            Import
          </SubmitButton>
        )}
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
