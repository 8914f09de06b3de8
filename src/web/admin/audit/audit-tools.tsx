import { teamCopy } from "#copy/current.ts";
import { useMutation } from "@tanstack/react-query";
import type { AuditCheckView } from "#contract/audit.ts";
import { type AuditFormat, auditApi } from "#web/api/audit-api.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { saveFile } from "#web/ui/files/save-file.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { type AuditView, everything } from "./use-audit-view.ts";
import { filled } from "#web/ui/filled.tsx";

/** Verifies the chain of the log; `run` has the last result, at first that of the server's own check. */
export function useChainCheck(known: AuditCheckView | null | undefined) {
  const run = useMutation({ mutationFn: auditApi.check });
  return { run, result: run.data ?? known ?? null };
}

type ChainCheck = ReturnType<typeof useChainCheck>;

/** Shows the result of the last check. */
export function CheckResult({ run, result }: ChainCheck) {
  const dates = useDateFormats();
  return (
    // Mounted from the start, so that screen readers announce each result.
    <p role="status" className="audit-check">
      {result !== null && !run.isPending && (
        <time dateTime={result.checkedAt} title={dates.exact(result.checkedAt)}>
          <span className="badge" data-tone={result.ok ? "good" : "bad"}>
            <Icon name={result.ok ? "check" : "warning"} />
            {result.ok
              ? teamCopy.audit.check.verified(result.entries, dates.short(result.checkedAt))
              : teamCopy.audit.check.notWhole(dates.short(result.checkedAt))}
          </span>
        </time>
      )}
    </p>
  );
}

/** Verifies the chain. */
export function CheckButton({ run }: ChainCheck) {
  return (
    <Button className="at-desk" variant="secondary" size="small" busy={run.isPending} onClick={() => run.mutate()}>
      {run.isPending ? teamCopy.audit.check.busy : teamCopy.audit.check.action}
    </Button>
  );
}

/** Shows the fault in the chain, or why it could not be checked. */
export function CheckProblem({ run, result }: ChainCheck) {
  if (run.error !== null)
    return <Alert role="alert">{teamCopy.audit.check.failed(actionFailureText(run.error))}</Alert>;
  if (result === null || result.ok) return null;
  return (
    <Alert role="alert">
      <p>
        <strong>{teamCopy.audit.check.changed}</strong> {result.problem}
      </p>
      <p>{filled(teamCopy.audit.check.operator, { command: <code>npm run audit-log</code> })}</p>
    </Alert>
  );
}

const formats: readonly AuditFormat[] = ["csv", "jsonl"];

/** The files of what the filters show. */
export function useAuditFiles(view: AuditView) {
  const toast = useToast();
  const isPart = Object.values(view).some((value) => value !== undefined);
  const run = useMutation({
    mutationFn: ({ format, filter }: { format: AuditFormat; filter: AuditView }) => auditApi.export(format, filter),
    onSuccess: (parts, { format }) => {
      saveFile(parts, `audit-log.${format}`);
      toast("success", teamCopy.audit.export.done);
    },
    onError: (error) => toast("error", teamCopy.audit.export.failed(actionFailureText(error))),
  });
  return {
    isPart,
    isPending: run.isPending,
    download: (format: AuditFormat) => run.isPending || run.mutate({ format, filter: { ...everything, ...view } }),
  };
}

type AuditFiles = ReturnType<typeof useAuditFiles>;

/** Downloads what the filters show. */
export function ExportMenu(files: AuditFiles) {
  return (
    <Menu
      className="audit-export at-desk"
      button={
        <>
          <AdminIcon name="download" />
          {files.isPending ? teamCopy.audit.export.busy : teamCopy.audit.export.action}
        </>
      }
    >
      <ExportItems {...files} />
    </Menu>
  );
}

/** All tools in one menu, on phones. */
export function ToolsMenu({ check: { run }, files }: { check: ChainCheck; files: AuditFiles }) {
  return (
    <Menu className="at-phone" label={teamCopy.audit.tools} button={<AdminIcon name="more" />}>
      <MenuItem onClick={() => run.isPending || run.mutate()}>
        <AdminIcon name="check" />
        {teamCopy.audit.check.action}
      </MenuItem>
      <hr />
      <ExportItems {...files} />
    </Menu>
  );
}

function ExportItems({ isPart, download }: AuditFiles) {
  return (
    <>
      <p>
        {isPart ? teamCopy.audit.export.part : teamCopy.audit.export.whole} {teamCopy.audit.export.isEntry}
      </p>
      {formats.map((format) => (
        <MenuItem key={format} onClick={() => download(format)}>
          <AdminIcon name="download" />
          {teamCopy.audit.export.formats[format]}
        </MenuItem>
      ))}
    </>
  );
}
