import { useMutation } from "@tanstack/react-query";
import type { AuditCheckView } from "#contract/audit.ts";
import { type AuditFormat, auditApi } from "#web/api/audit-api.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { useToast } from "#web/ui/toast.tsx";
import { useDateWords } from "../shell/dates.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { type AuditView, everything } from "./use-audit-view.ts";

/** Verifies the chain of the log; `run` has the last result, at first that of the server's own check. */
export function useChainCheck(known: AuditCheckView | null | undefined) {
  const run = useMutation({ mutationFn: auditApi.check });
  return { run, result: run.data ?? known ?? null };
}

type ChainCheck = ReturnType<typeof useChainCheck>;

/** The button that verifies the chain, with the result before it. */
export function CheckButton({ run, result }: ChainCheck) {
  const dates = useDateWords();
  return (
    <>
      {/* Mounted from the start, so that screen readers announce each result. */}
      <p role="status" className="audit-check">
        {result !== null && !run.isPending && (
          <time dateTime={result.checkedAt} title={dates.exact(result.checkedAt)}>
            <span className={result.ok ? "badge good" : "badge bad"}>
              <Icon name={result.ok ? "check" : "warning"} />
              {result.ok ? `${entriesText(result.entries)} verified` : "Not whole"}, {dates.short(result.checkedAt)}
            </span>
          </time>
        )}
      </p>
      <Button variant="secondary" size="small" busy={run.isPending} onClick={() => run.mutate()}>
        {run.isPending ? "Checking..." : "Check the chain"}
      </Button>
    </>
  );
}

/** What is wrong with the chain, or why it could not be checked. */
export function CheckProblem({ run, result }: ChainCheck) {
  if (run.error !== null) return <Alert role="alert">The check failed. {actionFailureText(run.error)}</Alert>;
  if (result === null || result.ok) return null;
  return (
    <Alert role="alert">
      <p>
        <strong>Something else than this program has changed the log.</strong> {result.problem}
      </p>
      <p>
        Please tell the operator of the server: <code>npm run audit-log</code> shows the same there.
      </p>
    </Alert>
  );
}

const formats: ReadonlyArray<{ format: AuditFormat; label: string }> = [
  { format: "csv", label: "CSV, for spreadsheets" },
  { format: "jsonl", label: "JSON Lines, for programs" },
];

/** Downloads what the filters show. */
export function ExportMenu({ view }: { view: AuditView }) {
  const toast = useToast();
  const isPart = Object.values(view).some((value) => value !== undefined);
  const run = useMutation({
    mutationFn: ({ format, filter }: { format: AuditFormat; filter: AuditView }) => auditApi.export(format, filter),
    onSuccess: (parts, { format }) => {
      saveFile(parts, `audit-log.${format}`);
      toast("success", "The audit log is exported");
    },
    onError: (error) => toast("error", `The export failed. ${actionFailureText(error)}`),
  });
  return (
    <Menu
      className="audit-export"
      button={
        <>
          <AdminIcon name="download" />
          {run.isPending ? "Exporting..." : "Export"}
        </>
      }
    >
      <p>{isPart ? "What the filters show." : "The whole log."} Each export is an entry of the log.</p>
      {formats.map(({ format, label }) => (
        <MenuItem
          key={format}
          onClick={() => {
            if (!run.isPending) run.mutate({ format, filter: { ...everything, ...view } });
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

function entriesText(count: number): string {
  return count === 1 ? "1 entry" : `${count.toLocaleString("en-IN")} entries`;
}
