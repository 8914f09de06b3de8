import { useCallback, useMemo } from "react";
import type { AuditFilter } from "#contract/audit.ts";
import { paths } from "#contract/paths.ts";
import { auditGroups, auditKinds } from "#domain/audit.ts";
import { navigate, useLocation } from "#web/page/router.tsx";

/** The filters of the log; undefined shows all. */
export type AuditView = { [Name in keyof AuditFilter]-?: AuditFilter[Name] };

export const everything: AuditView = {
  kind: undefined,
  group: undefined,
  member: undefined,
  from: undefined,
  to: undefined,
};

/** The filters, kept in the URL, so that a reload and the browser's Back work. Invalid parameters are ignored. */
export function useAuditView(): { view: AuditView; show: (change: Partial<AuditView>, mode?: "replace") => void } {
  const { search } = useLocation();
  const view = useMemo(() => readView(search), [search]);
  const show = useCallback((change: Partial<AuditView>, mode?: "replace") => {
    // The current URL: two changes may come before the next render.
    navigate(auditAddress({ ...readView(location.search), ...change }), { replace: mode === "replace" });
  }, []);
  return { view, show };
}

export function auditAddress(view: AuditView): string {
  const given = Object.entries(view).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length === 0 ? paths.auditLog : `${paths.auditLog}?${new URLSearchParams(given).toString()}`;
}

function readView(search: string): AuditView {
  const query = new URLSearchParams(search);
  const day = (name: string) => query.get(name)?.match(/^\d{4}-\d\d-\d\d$/)?.[0];
  return {
    kind: auditKinds.find((known) => known === query.get("kind")),
    group: auditGroups.find((known) => known === query.get("group")),
    member: query.get("member")?.trim().slice(0, 100) || undefined,
    from: day("from"),
    to: day("to"),
  };
}
