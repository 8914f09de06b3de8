import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ImportInput, ImportPlan } from "#contract/channel-book.ts";
import { ApiError } from "../../../api-client.ts";
import { channelApi, isProposed } from "../../../channel-api.ts";
import { useChannelChange } from "../channels/use-channel-state.ts";
import { actionFailureText } from "../failure-text.ts";
import { SubmitButton } from "../submit-button.tsx";
import { ImportPlanView } from "./import-plan-view.tsx";
import { readChannelFile } from "./read-channel-file.ts";

/** Takes a file, shows what it would change, and makes those changes once somebody says so. */
export function ImportForm({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<ImportInput["file"]>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [removeOthers, setRemoveOthers] = useState(false);
  const [plan, setPlan] = useState<ImportPlan>();
  const [isStale, setStale] = useState(false);
  const dryRun = useMutation({
    mutationFn: async (input: Omit<ImportInput, "dryRun">) => {
      const answer = await channelApi.import({ ...input, dryRun: true });
      if (isProposed(answer)) throw new Error("a dry run changes nothing that could wait");
      return answer;
    },
    onSuccess: setPlan,
    onError: (error) => {
      setPlan(undefined);
      setProblems(problemsOf(error));
    },
  });
  const change = useChannelChange({
    mutationFn: channelApi.import,
    done: "The channels are imported",
    failed: "Failed to import the channels",
  });
  const busy = change.isPending || dryRun.isPending;

  function look(looked: ImportInput["file"], remove: boolean) {
    setProblems([]);
    change.reset();
    dryRun.mutate({ file: looked, removeOthers: remove });
  }

  async function take(chosen: File | undefined) {
    setFile(undefined);
    setStale(false);
    setRemoveOthers(false);
    setProblems([]);
    setPlan(undefined);
    change.reset();
    if (chosen === undefined) return;
    const read = readChannelFile(await chosen.text());
    if ("problems" in read) return setProblems(read.problems);
    setFile(read.file);
    look(read.file, false);
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || file === undefined || plan === undefined) return;
    setStale(false);
    change.mutate(
      { file, removeOthers, dryRun: false, version: plan.version },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (!(error instanceof ApiError) || error.status !== 412) return setProblems(problemsOf(error));
          setStale(true);
          // The answer has the plan as it is now.
          const { problem } = error;
          if ("plan" in problem) setPlan(problem.plan as ImportPlan /* so the contract says */);
        },
      },
    );
  }

  return (
    <form className="form" onSubmit={send}>
      <div className="field">
        <label htmlFor="import-file">File</label>
        <input
          id="import-file"
          type="file"
          accept=".json,application/json"
          aria-describedby="import-file-hint"
          aria-invalid={problems.length > 0 ? true : undefined}
          onChange={({ target }) => void take(target.files?.[0])}
        />
        <p id="import-file-hint" className="hint">
          A JSON file as Export gives it. Nothing changes before you have seen what would.
        </p>
      </div>
      {problems.length > 0 && (
        <div className="refusal" role="alert">
          {problems.length === 1 ? (
            <p>{problems[0]}</p>
          ) : (
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div role="status">
        {dryRun.isPending && <p>Looking what it would change...</p>}
        {isStale && (
          <p className="refusal">
            The list has changed meanwhile, so nothing was imported. This is what the file would change now.
          </p>
        )}
      </div>
      {plan !== undefined && file !== undefined && (
        <ImportPlanView
          plan={plan}
          removeOthers={removeOthers}
          onRemoveOthers={(remove) => {
            setRemoveOthers(remove);
            look(file, remove);
          }}
        />
      )}
      <div className="form-actions">
        {plan !== undefined && (
          <SubmitButton busy={busy} busyText={change.isPending ? "Importing..." : "Looking..."}>
            Import
          </SubmitButton>
        )}
        <button type="button" className="button quiet" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** What the server said, each with the name of its field. */
function problemsOf(error: unknown): string[] {
  const fields = error instanceof ApiError ? Object.entries(error.errors) : [];
  if (fields.length === 0) return [actionFailureText(error)];
  return fields.map(([field, message]) => `${field.replace(/^file\./, "")}: ${message}`);
}
