import { useEffect, useRef, useState } from "react";
import { type ExportFormat, readExport } from "#web/api/inbox-api.ts";
import { recordCounter } from "./count-records.ts";

/** Up to this many are buffered in memory before saving; more stream to the disk. */
const mostHeld = 5000;

export interface ExportProgress {
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
export function useExport() {
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
    const tell = (change: Partial<ExportProgress>) => {
      Object.assign(now, change);
      if (!control.signal.aborted) setProgress({ ...now });
    };
    let sink: Sink | undefined;
    try {
      sink = await open();
      const { write, save } = sink;
      const count = recordCounter(format);
      tell({});
      await readExport(
        address,
        (part) => {
          tell({ records: count(part) });
          return write(part);
        },
        { signal: control.signal, onExpected: (expected) => tell({ expected }) },
      );
      await save();
      tell({ state: "done" });
    } catch (error) {
      await sink?.giveUp();
      // Closing the browser's dialog cancels.
      if (error instanceof DOMException && error.name === "AbortError") reset();
      else tell({ state: "failed", error });
    }
  }

  /**
   * Downloads a URL. False if the browser should do it instead: too much to buffer, and no API to stream to the disk.
   */
  function start(format: ExportFormat, address: string, count: number): boolean {
    const name = `inquiries.${format}`;
    // Not in all browsers, and so not in the types.
    const { showSaveFilePicker: pick } = window as FilePickerWindow;
    if (count <= mostHeld) void run(format, address, async () => heldSink(name));
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
    save() {
      const address = URL.createObjectURL(new Blob(parts));
      const link = document.createElement("a");
      link.href = address;
      link.download = name;
      link.click();
      // The browser has started to read it by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
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
