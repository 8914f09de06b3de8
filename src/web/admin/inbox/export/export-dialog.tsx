import { useMutation } from "@tanstack/react-query";
import type { InboxFilter, InquirySummary } from "#contract/inbox.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
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
    <Dialog open={open} onClose={close} title="Export" id="export-title">
      {open && (
        <div className="export-ways">
          <p>
            {byReference === undefined
              ? `All of this view: ${total.text}, with their notes.`
              : `The ${chosen.length} chosen, with their notes.`}{" "}
            The file holds personal data, and the owners are notified of each export.
          </p>
          {chosen.length > mostChosen ? (
            <Alert>
              At most {mostChosen} can be exported by choice. Choose fewer, or none to export the whole view.
            </Alert>
          ) : (
            <ul>
              {formats.map(({ format, label, hint }) => {
                const address = exportAddress(format, byReference ?? filter);
                return (
                  <li key={format}>
                    <a
                      className={buttonClass("secondary")}
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
          {look.error !== null && <Alert>The export failed. {actionFailureText(look.error)}</Alert>}
          <div role="status">{progress !== undefined && <Progress progress={progress} />}</div>
          {progress?.state === "running" && (
            <Button variant="secondary" onClick={reset}>
              Stop
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Progress({ progress: { state, records, expected, format, error } }: { progress: ExportProgress }) {
  const number = (count: number) => count.toLocaleString("en-IN");
  if (state === "failed") return <Alert>The export failed. {actionFailureText(error)}</Alert>;
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
