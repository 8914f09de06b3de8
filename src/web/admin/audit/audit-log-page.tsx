import "./audit-log.css";
import { teamCopy } from "#copy/current.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type AuditGroup, auditGroups } from "#domain/audit.ts";
import { auditApi } from "#web/api/audit-api.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Select } from "#web/ui/fields/field.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useShowMore } from "#web/ui/use-show-more.ts";
import { LoadFailure } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { useMember } from "../shell/member.ts";
import { Page, PageHead, Views } from "../shell/page.tsx";
import { useMembers } from "../team/use-team.ts";
import { AuditFilters, firstDay, ShowEverything } from "./audit-filters.tsx";
import { auditIcons, AuditList } from "./audit-list.tsx";
import { toRows } from "./audit-rows.ts";
import {
  CheckButton,
  CheckProblem,
  CheckResult,
  ExportMenu,
  ToolsMenu,
  useAuditFiles,
  useChainCheck,
} from "./audit-tools.tsx";
import { auditAddress, type AuditView, useAuditView } from "./use-audit-view.ts";

/** `/ContactAdmin/audit-log`: who did what, for owners. */
export function AuditLogPage() {
  const { role } = useMember();
  if (role === "owner") return <AuditLog />;
  return (
    <Page title={teamCopy.audit.title}>
      <EmptyState icon="lock">
        <h2>{teamCopy.audit.forOwners}</h2>
        <p>{teamCopy.audit.youAreAgent}</p>
      </EmptyState>
    </Page>
  );
}

/** Everything, and each group. */
const groups = [undefined, ...auditGroups];

const nameOf = (group: AuditGroup | undefined) =>
  group === undefined ? teamCopy.audit.everything : teamCopy.audit.groups[group];

/** The audit log, the newest entry first, page by page. */
function AuditLog() {
  const { view, show } = useAuditView();
  const members = useMembers();
  const [isFolded, setFolded] = useState(true);
  const { log, entries, unreadable, changes, references } = useLog(view);
  const emails = useMemo(() => new Map(members.data?.map(({ id, email }) => [id, email])), [members.data]);
  const check = useChainCheck(log.data?.pages[0]?.checked);
  const files = useAuditFiles(view);
  const { list, showMore } = useShowMore<HTMLOListElement>({
    count: entries?.length ?? 0,
    isLoading: log.isFetchingNextPage,
    load: log.fetchNextPage,
  });

  return (
    <>
      <PageHead title={teamCopy.audit.title}>
        <CheckResult {...check} />
        <CheckButton {...check} />
        <ExportMenu {...files} />
      </PageHead>
      <Views
        label={teamCopy.audit.what}
        views={groups.map((group) => ({
          to: auditAddress({ ...view, group, kind: undefined }),
          label: nameOf(group),
          icon: group === undefined ? "log" : auditIcons[group],
          isCurrent: view.group === group,
        }))}
        onPhones={
          <div className="audit-row">
            <Select
              id="audit-group"
              label={teamCopy.audit.what}
              isLabelHidden
              value={view.group ?? ""}
              onChange={({ target }) =>
                show({ group: auditGroups.find((name) => name === target.value), kind: undefined })
              }
            >
              {groups.map((group) => (
                <option key={group ?? ""} value={group ?? ""}>
                  {nameOf(group)}
                </option>
              ))}
            </Select>
            <Button
              className="at-phone"
              variant="secondary"
              aria-label={teamCopy.audit.filter}
              aria-expanded={!isFolded}
              aria-controls="audit-filters"
              onClick={() => setFolded(!isFolded)}
            >
              <AdminIcon name="filter" />
            </Button>
            <ToolsMenu check={check} files={files} />
          </div>
        }
      />
      <section className="audit-log" aria-label={teamCopy.audit.entries}>
        <AuditFilters id="audit-filters" isFolded={isFolded} view={view} members={members.data ?? []} onChange={show} />
        <CheckProblem {...check} />
        <LoadFailure what={teamCopy.team.theMembers} query={members} />
        <LoadFailure what={teamCopy.audit.theLog} query={log} />
        {unreadable.length > 0 && (
          <Alert role="alert">{teamCopy.audit.unreadable(unreadable.length, unreadable.join(", "))}</Alert>
        )}
        {entries === undefined && !log.isError && <Spinner text={teamCopy.audit.loading} />}
        {entries !== undefined && entries.length > 0 && (
          <AuditList
            list={list}
            entries={entries}
            changes={changes}
            references={references}
            emails={emails}
            hasMore={log.hasNextPage}
          />
        )}
        {entries?.length === 0 && (
          <EmptyState icon="log">
            <h2>{teamCopy.audit.empty}</h2>
            <p>{teamCopy.audit.emptyLead}</p>
            <ShowEverything variant="secondary" view={view} onChange={show} />
          </EmptyState>
        )}
        <div className="audit-end">
          {/* Mounted from the start, so that screen readers announce each filter's result. */}
          <p role="status" className={entries?.length === 0 ? "visually-hidden" : "hint"}>
            {entries &&
              (log.hasNextPage && entries.length > 0
                ? teamCopy.audit.newest(entries.length)
                : teamCopy.audit.count(entries.length))}
          </p>
          {log.hasNextPage && (
            <Button variant="secondary" busy={log.isFetchingNextPage} onClick={showMore}>
              {log.isFetchingNextPage ? teamCopy.forms.loading : teamCopy.audit.showMore}
            </Button>
          )}
        </div>
      </section>
    </>
  );
}

/** Fewer rows than this do not fill a screen: a bulk action of hundreds of entries is one row. */
const fewRows = 20;
const maxUnasked = 1000;

function useLog(view: AuditView) {
  const { from, to } = view;
  const known = (day: string | undefined) => (day !== undefined && day >= firstDay ? day : undefined);
  const filter = { ...view, from: known(from), to: known(to) };
  const log = useInfiniteQuery({
    queryKey: ["audit-log", filter],
    queryFn: ({ pageParam, signal }) => auditApi.entries(filter, pageParam, signal),
    // The type of the first page's parameter, which has no value.
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = log;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries), [data]);
  const changes = useMemo(
    () => new Map(data?.pages.flatMap((page) => page.changes).map((change) => [change.number, change])),
    [data],
  );
  const references = useMemo(
    () => new Map(data?.pages.flatMap(({ inquiries = [] }) => inquiries.map(({ id, reference }) => [id, reference]))),
    [data],
  );
  const count = entries?.length ?? 0;
  const isShort = entries !== undefined && toRows(entries).length < fewRows && count < maxUnasked;
  const loadsMore = isShort && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (loadsMore) void fetchNextPage();
  }, [loadsMore, fetchNextPage]);
  return { log, entries, changes, references, unreadable: data?.pages.flatMap((page) => page.unreadable) ?? [] };
}
