import { useMutation } from "@tanstack/react-query";
import type { InboxFilter, InquirySummary } from "#contract/inbox.ts";
import { Modal } from "#web/ui/modal.tsx";
import { exportAddress, type ExportFormat, inboxApi } from "#web/api/inbox-api.ts";
import { actionFailureText } from "#web/admin/shell/failure-text.ts";
import { type ExportProgress, useExport } from "./use-export.ts";

const formats: ReadonlyArray<{ format: ExportFormat; label: string; hint: string }> = [
  { format: "csv", label: "CSV", hint: "for Excel and other spreadsheets" },
  { format: "jsonl", label: "JSON Lines", hint: "for other programs, one inquiry on each line" },
];

/** The limit by references; a view may have any number. */
const mostChosen = 500;

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
  const look = useMutation({ mutationFn: inboxApi.lookAtExport });
  const byReference = chosen.length > 0 ? { references: chosen.map(({ reference }) => reference) } : undefined;
  const count = byReference !== undefined ? chosen.length : total.isAll ? total.count : Infinity;

  function close() {
    reset();
    look.reset();
    onClose();
  }

  return (
    <Modal open={open} onClose={close} title="Export" id="export-title">
      {open && (
        <div className="export-ways">
          <p>
            {byReference === undefined
              ? `All of this view: ${total.text}, with their notes.`
              : `The ${chosen.length} chosen, with their notes.`}{" "}
            The file holds personal data, and the owners are notified of each export.
          </p>
          {chosen.length > mostChosen ? (
            <p className="refusal">
              At most {mostChosen} can be exported by choice. Choose fewer, or none to export the whole view.
            </p>
          ) : (
            <ul>
              {formats.map(({ format, label, hint }) => {
                const address = exportAddress(format, byReference ?? filter);
                return (
                  <li key={format}>
                    <a
                      className="button quiet"
                      href={address}
                      download
                      onClick={(event) => {
                        event.preventDefault();
                        if (look.isPending) return;
                        const onSuccess = () => {
                          // As an attachment it does not replace the page.
                          if (!start(format, address, count)) location.assign(address);
                        };
                        look.mutate(byReference ?? filter, { onSuccess });
                      }}
                    >
                      {label}
                    </a>{" "}
                    <span className="hint">{hint}</span>
                  </li>
                );
              })}
            </ul>
          )}
          {look.error !== null && <p className="refusal">The export failed. {actionFailureText(look.error)}</p>}
          <div role="status">{progress !== undefined && <Progress progress={progress} />}</div>
          {progress?.state === "running" && (
            <button type="button" className="button quiet" onClick={reset}>
              Stop
            </button>
          )}
        </div>
      )}
    </Modal>
  );
}

function Progress({ progress: { state, records, expected, format, error } }: { progress: ExportProgress }) {
  const number = (count: number) => count.toLocaleString("en-IN");
  if (state === "failed") return <p className="refusal">The export failed. {actionFailureText(error)}</p>;
  if (state === "done") {
    return <p>{`Saved as inquiries.${format}: ${records === 1 ? "1 inquiry" : `${number(records)} inquiries`}.`}</p>;
  }
  return (
    <>
      {/* The number is announced at the end; until then screen readers have the progress bar. */}
      <progress
        aria-label="Export"
        max={expected}
        value={expected === undefined ? undefined : Math.min(records, expected)}
      />
      <p aria-hidden="true">
        {number(records)} {expected !== undefined && `of ${number(expected)}`}
      </p>
    </>
  );
}
