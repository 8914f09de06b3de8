import { teamCopy } from "#copy/current.ts";
import { useMutation } from "@tanstack/react-query";
import type { InboxFilter, InquirySummary } from "#contract/inbox/inbox.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { saveFile } from "#web/ui/files/save-file.ts";
import { exportAddress, type ExportFormat, inboxApi, readExport } from "#web/api/inbox-api.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { counted } from "#copy/locale/intl.ts";
import { useEffect, useRef, useState } from "react";

const formats: ReadonlyArray<{ format: ExportFormat; label: string }> = [
  { format: "csv", label: "CSV" },
  { format: "jsonl", label: "JSON Lines" },
];

/** The limit by references; a view may have any number. */
const maxChosen = 500;

/** Downloads the selected inquiries, or the whole view. */
export function ExportDialog(props: {
  open: boolean;
  filter: InboxFilter;
  chosen: readonly InquirySummary[];
  total: { count: number; isAll: boolean; text: string };
  onClose: () => void;
}) {
  const { open, filter, chosen, total, onClose } = props;
  const { progress, start, reset } = useExport();
  // Starts the step-up first if the number requires it: a download cannot.
  const preview = useMutation({ mutationFn: inboxApi.previewExport });
  const byReference = chosen.length > 0 ? { references: chosen.map(({ reference }) => reference) } : undefined;
  const count = byReference !== undefined ? chosen.length : total.isAll ? total.count : Infinity;

  function close() {
    reset();
    preview.reset();
    onClose();
  }

  return (
    <Dialog open={open} onClose={close} title={teamCopy.inboxList.export.title} id="export-title">
      {open && (
        <div className="export-ways">
          <p>
            {byReference === undefined
              ? teamCopy.inboxList.export.allOfView(total.text)
              : teamCopy.inboxList.export.selected(chosen.length)}{" "}
            {teamCopy.inboxList.export.personalData}
          </p>
          {chosen.length > maxChosen ? (
            <Alert>{teamCopy.inboxList.export.tooMany(maxChosen)}</Alert>
          ) : (
            <ul>
              {formats.map(({ format, label }) => {
                const address = exportAddress(format, byReference ?? filter);
                return (
                  <li key={format}>
                    <a
                      className={buttonClass("secondary")}
                      href={address}
                      download
                      onClick={(event) => {
                        event.preventDefault();
                        if (preview.isPending) return;
                        const onSuccess = () => {
                          // The response is an attachment, so it does not replace the page.
                          if (!start(format, address, count)) location.assign(address);
                        };
                        preview.mutate(byReference ?? filter, { onSuccess });
                      }}
                    >
                      {label}
                    </a>{" "}
                    <span className="hint">{teamCopy.inboxList.export.formats[format]}</span>
                  </li>
                );
              })}
            </ul>
          )}
          {preview.error !== null && (
            <Alert>{teamCopy.inboxList.export.failed(actionFailureText(preview.error))}</Alert>
          )}
          <div role="status">{progress !== undefined && <Progress progress={progress} />}</div>
          {progress?.state === "running" && (
            <Button variant="secondary" onClick={reset}>
              {teamCopy.inboxList.export.stop}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Progress({ progress: { state, records, expected, format, error } }: { progress: ExportProgress }) {
  if (state === "failed") return <Alert>{teamCopy.inboxList.export.failed(actionFailureText(error))}</Alert>;
  if (state === "done") {
    return <p>{teamCopy.inboxList.export.saved(`inquiries.${format}`, records)}</p>;
  }
  return (
    <>
      {/* The number is announced at the end; until then screen readers have the progress bar. */}
      <progress
        aria-label={teamCopy.inboxList.export.progress}
        max={expected}
        value={expected === undefined ? undefined : Math.min(records, expected)}
      />
      <p aria-hidden="true">
        {expected === undefined ? counted(records) : teamCopy.inboxList.export.progressOf(records, expected)}
      </p>
    </>
  );
}

/** Max inquiries that are buffered in memory before saving; more stream to the disk. */
const maxHeld = 5000;

interface ExportProgress {
  state: "running" | "done" | "failed";
  format: ExportFormat;
  records: number;
  /** Unknown if the server cannot tell. */
  expected: number | undefined;
  error?: unknown;
}

interface FilePickerWindow {
  /** https://wicg.github.io/file-system-access/#api-showsavefilepicker */
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
}

/** Downloads inquiries with progress. */
function useExport() {
  const [progress, setProgress] = useState<ExportProgress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  function reset() {
    running.current?.abort();
    running.current = undefined;
    setProgress(undefined);
  }

  async function run(format: ExportFormat, address: string, open: () => Promise<Sink>) {
    reset();
    const control = new AbortController();
    running.current = control;
    const now: ExportProgress = { state: "running", format, records: 0, expected: undefined };
    const report = (change: Partial<ExportProgress>) => {
      Object.assign(now, change);
      if (!control.signal.aborted) setProgress({ ...now });
    };
    let sink: Sink | undefined;
    try {
      sink = await open();
      const { write, save } = sink;
      const count = recordCounter(format);
      report({});
      await readExport(
        address,
        (part) => {
          report({ records: count(part) });
          return write(part);
        },
        { signal: control.signal, onExpected: (expected) => report({ expected }) },
      );
      await save();
      report({ state: "done" });
    } catch (error) {
      await sink?.giveUp();
      // Closing the browser's dialog cancels.
      if (error instanceof DOMException && error.name === "AbortError") reset();
      else report({ state: "failed", error });
    }
  }

  /**
   * Downloads a URL. False if the browser should do it instead: too much to buffer, and no API to stream to the disk.
   */
  function start(format: ExportFormat, address: string, count: number): boolean {
    const name = `inquiries.${format}`;
    // The types lack it, since not all browsers have it.
    const { showSaveFilePicker: pick } = window as FilePickerWindow;
    if (count <= maxHeld) void run(format, address, async () => heldSink(name));
    else if (pick === undefined) return false;
    else void run(format, address, async () => fileSink(await pick.call(window, { suggestedName: name })));
    return true;
  }

  return { progress, start, reset };
}

/** The destination of a download. */
interface Sink {
  write: (part: Uint8Array<ArrayBuffer>) => unknown;
  save: () => Promise<void> | void;
  giveUp: () => Promise<void> | void;
}

function heldSink(name: string): Sink {
  const parts: Blob[] = [];
  return {
    write: (part) => parts.push(new Blob([part])),
    save: () => saveFile(parts, name),
    giveUp: () => undefined,
  };
}

async function fileSink(handle: FileSystemFileHandle): Promise<Sink> {
  const file = await handle.createWritable();
  return {
    write: (part) => file.write(part),
    save: () => file.close(),
    giveUp: () => file.abort().catch(() => undefined),
  };
}

const [quote, lineEnd] = [0x22, 0x0a];

/**
 * Counts the complete records of a file, chunk by chunk: the returned function takes a chunk and returns the count so
 * far. In CSV a line may end inside quotes (RFC 4180); in JSON Lines quotes do not matter.
 */
export function recordCounter(format: "csv" | "jsonl"): (part: Uint8Array) => number {
  // The first record of a CSV file is its header.
  let records = format === "csv" ? -1 : 0;
  let isQuoted = false;
  return (part) => {
    for (const byte of part) {
      if (byte === quote && format === "csv") isQuoted = !isQuoted;
      else if (byte === lineEnd && !isQuoted) records += 1;
    }
    return Math.max(0, records);
  };
}
