import { copy } from "#copy/current.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { attachmentField, attachmentLimits, chosenTypes } from "#domain/inquiries/attachment.ts";
import { Field } from "../fields/field.tsx";
import { Drawing, Icon } from "../icon.tsx";
import { useToast } from "../messages/toast.tsx";
import { knownFiles, listedFiles, prepare, setFiles } from "./chosen-files.ts";
import type * as fileTools from "./file-tools.ts";

type FileTools = typeof fileTools;

const { count, megabytes } = attachmentLimits;

const camera = "M4 7h3l2-3h6l2 3h3v12H4zM12 9.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7";

/**
 * Field in which a visitor chooses files: a file input, and with scripts a list of the chosen files. Images are made
 * small; pasted and dropped ones are added.
 */
export function AttachmentField(props: {
  id: string;
  error: string | undefined;
  /** Files that were chosen before. */
  given?: readonly File[] | undefined;
  /** Number of files chosen before a reload, which does not keep them. */
  lost: number;
  /** Part of the files that is sent, 0 to 1; undefined while nothing is being sent. */
  progress: number | undefined;
}) {
  const { id, error, given = [], lost, progress } = props;
  const input = useRef<HTMLInputElement>(null);
  const [tools, setTools] = useState<FileTools>();
  const [files, setShown] = useState(given);
  const [problem, setProblem] = useState<string>();
  const [isPreparing, setPreparing] = useState(false);
  const toast = useToast();

  function show(next: readonly File[], why?: string): void {
    if (input.current !== null) setFiles(input.current, next);
    setShown(next);
    setProblem(why);
  }

  async function load(): Promise<FileTools> {
    const loaded = await import("./file-tools.ts");
    setTools(loaded);
    return loaded;
  }

  function add(fresh: readonly File[]): void {
    if (input.current === null) return;
    // A choice has replaced those before it in the input.
    setFiles(input.current, listedFiles(input.current));
    prepare(input.current, async () => {
      setPreparing(true);
      // Some may be removed meanwhile.
      const known = () => knownFiles(input.current);
      try {
        const { readyFiles } = await load();
        const { ready, problem: why } = await readyFiles(known().length, fresh);
        show([...known(), ...ready], why);
      } catch {
        show(known(), copy.files.notAdded);
      }
      setPreparing(false);
    });
  }

  const start = useEffectEvent(() => {
    // Chosen before hydration.
    const chosen = [...(input.current?.files ?? [])];
    if (chosen.length > 0) add(chosen);
    if (given.length === 0 || input.current === null) return;
    setFiles(input.current, given);
    load().catch(() => undefined);
  });
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    if (data === null || data.files.length === 0) return;
    event.preventDefault();
    // A file added now would be gone with what is being sent.
    if (progress === undefined) add([...data.files]);
    else toast("error", copy.files.notAdded);
  });
  useEffect(() => {
    const form = input.current?.form;
    start();
    const stop = new AbortController();
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      hear: (event: HTMLElementEventMap[Name]) => void,
    ) => form?.addEventListener(name, hear, { signal: stop.signal });
    // Cleared, so that a problem the visitor has read does not keep the focus from other refusals.
    listen("submit", () => setProblem(undefined));
    // Text that is copied with its picture is pasted as text.
    listen("paste", (event) => event.clipboardData?.types.includes("text/plain") || take(event, event.clipboardData));
    listen("drop", (event) => take(event, event.dataTransfer));
    listen("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    return () => stop.abort();
  }, []);

  return (
    <Field
      id={id}
      label={copy.files.label}
      hint={copy.files.hint(count, megabytes)}
      error={problem === undefined ? error : undefined}
      below={
        <div aria-live="polite">
          {lost > 0 && files.length === 0 && <p className="soft-warning">{copy.files.chooseAgain(lost)}</p>}
          {isPreparing && <p className="hint">{copy.files.adding}</p>}
          {tools !== undefined && (
            <tools.ChosenList
              files={files}
              progress={progress}
              onRemove={(file) => {
                show(listedFiles(input.current).filter((other) => other !== file));
                input.current?.focus();
              }}
            />
          )}
          {problem !== undefined && (
            <div className="with-icon">
              <Icon name="warning" />
              <p id={`${id}-problem`} className="error">
                {problem}
              </p>
            </div>
          )}
        </div>
      }
    >
      {(control) => (
        <div className="add-files">
          <input
            {...control}
            {...(problem !== undefined && { "aria-invalid": true, "aria-describedby": `${id}-problem ${id}-hint` })}
            ref={input}
            type="file"
            name={attachmentField}
            multiple
            disabled={progress !== undefined}
            accept={chosenTypes.join()}
            // The code loads while the visitor chooses.
            onClick={() => void load().catch(() => undefined)}
            onChange={({ currentTarget }) => add([...(currentTarget.files ?? [])])}
          />
          <span aria-hidden="true">
            <Drawing path={camera} />
            {copy.files.add}
          </span>
        </div>
      )}
    </Field>
  );
}
