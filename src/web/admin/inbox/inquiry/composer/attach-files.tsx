import { teamCopy } from "#copy/current.ts";
import { type ClipboardEvent, type DragEvent, type RefObject, useEffect, useRef, useState } from "react";
import { attachmentLimits, chosenTypes } from "#domain/inquiries/attachment.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import type * as fileTools from "#web/ui/files/file-tools.ts";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";

type FileTools = typeof fileTools;

/** Changes the files as they are by then: others may be removed while new ones are made ready. */
export type ChangeFiles = (change: (files: readonly File[]) => readonly File[]) => void;

type Attach = ReturnType<typeof useAttach>;

/** The files of a reply, made small and checked as a visitor's. */
export function useAttach(files: readonly File[], onFiles: ChangeFiles) {
  const [tools, setTools] = useState<FileTools>();
  const [problem, setProblem] = useState<string>();
  const [adding, setAdding] = useState(0);
  const last = useRef(Promise.resolve());
  const count = useRef(files.length);
  useEffect(() => {
    count.current = files.length;
  }, [files]);

  async function load(): Promise<FileTools> {
    const loaded = await import("#web/ui/files/file-tools.ts");
    setTools(loaded);
    return loaded;
  }

  async function addNow(fresh: readonly File[]): Promise<void> {
    try {
      const { readyFiles } = await load();
      const { ready, problem: why } = await readyFiles(Math.min(count.current, attachmentLimits.count), fresh);
      onFiles((now) => [...now, ...ready]);
      count.current += ready.length;
      if (why !== undefined) setProblem(why);
    } catch {
      setProblem(teamCopy.inquiry.files.notAdded);
    }
    setAdding((all) => all - 1);
  }

  /** After those before, which may still be made small. */
  function add(fresh: readonly File[]): void {
    if (fresh.length === 0) return;
    setAdding((all) => all + 1);
    setProblem(undefined);
    last.current = last.current.then(() => addNow(fresh));
  }

  function take(event: ClipboardEvent | DragEvent, { files: given }: DataTransfer): void {
    if (given.length === 0) return;
    event.preventDefault();
    add([...given]);
  }

  const hasFiles = files.length > 0;
  useEffect(() => {
    // Chosen before, for an inquiry that is open again.
    if (hasFiles) import("#web/ui/files/file-tools.ts").then(setTools, () => undefined);
  }, [hasFiles]);

  return {
    files,
    tools,
    problem,
    isAdding: adding > 0,
    add,
    remove: (file: File) => {
      onFiles((now) => now.filter((other) => other !== file));
      setProblem(undefined);
    },
    /** Text that is copied with its picture is pasted as text. */
    onPaste: (event: ClipboardEvent) => {
      if (!event.clipboardData.types.includes("text/plain")) take(event, event.clipboardData);
    },
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
  };
}

export function AttachButton(props: { attach: Attach; button: RefObject<HTMLButtonElement | null>; isBusy: boolean }) {
  const { attach, button, isBusy } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={teamCopy.inquiry.files.label}
        accept={chosenTypes.join()}
        onChange={({ currentTarget }) => {
          attach.add([...(currentTarget.files ?? [])]);
          // Cleared, so that the same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      <IconButton
        ref={button}
        label={teamCopy.inquiry.files.attach}
        title={teamCopy.inquiry.files.attach}
        busy={isBusy || attach.isAdding}
        onClick={() => input.current?.click()}
      >
        <AdminIcon name="attach" />
      </IconButton>
    </>
  );
}

/** Returns whether a reply that was taken back has brought more than one may have, with those chosen since. */
export function isTooMany(files: readonly File[]): boolean {
  return files.length > attachmentLimits.count;
}

/** `button` takes the focus of a removed file. */
export function AttachedFiles(props: {
  attach: Attach;
  button: RefObject<HTMLButtonElement | null>;
  progress: number | undefined;
}) {
  const { attach, button, progress } = props;
  const { files, tools, problem, isAdding, remove } = attach;
  return (
    <div className="attached" aria-live="polite">
      {isTooMany(files) && <p className="attach-problem">{teamCopy.inquiry.files.tooMany(attachmentLimits.count)}</p>}
      {problem !== undefined && <p className="attach-problem">{problem}</p>}
      {isAdding && <p className="hint">{teamCopy.inquiry.files.adding}</p>}
      {tools !== undefined && (
        <tools.ChosenList
          files={files}
          progress={progress}
          onRemove={(file) => {
            remove(file);
            button.current?.focus();
          }}
        />
      )}
      {files.length > 0 && progress === undefined && <p className="hint">{teamCopy.inquiry.files.notInDraft}</p>}
    </div>
  );
}
