import { useCallback, useMemo } from "react";
import { type AuditKind, auditKinds } from "#domain/audit.ts";
import { useLocation, navigate } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";

/** The filters of the log; undefined shows all. `member` is an id. */
export interface AuditView {
  kind: AuditKind | undefined;
  member: string | undefined;
}

/** The filters, kept in the URL, so that a reload and the browser's Back work. Invalid parameters are ignored. */
export function useAuditView(): { view: AuditView; show: (change: Partial<AuditView>) => void } {
  const { search } = useLocation();
  const view = useMemo(() => readView(search), [search]);
  const show = useCallback((change: Partial<AuditView>) => {
    // The current URL: two changes may come before the next render.
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    }
    const text = query.toString();
    navigate(text === "" ? paths.auditLog : `${paths.auditLog}?${text}`);
  }, []);
  return { view, show };
}

function readView(search: string): AuditView {
  const query = new URLSearchParams(search);
  return {
    kind: auditKinds.find((known) => known === query.get("kind")),
    member: query.get("member")?.trim().slice(0, 100) || undefined,
  };
}
