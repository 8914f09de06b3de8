import { Page } from "../shell/page.tsx";
import { useMember } from "../shell/member.ts";
import "./audit-log.css";
import { useInfiniteQuery } from "@tanstack/react-query";
import { auditApi } from "#web/api/audit-api.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { LoadFailure } from "../shell/failure.tsx";
import { useShowMore } from "#web/ui/use-show-more.ts";
import { useMembers } from "../team/use-team.ts";
import type { AuditEntryView } from "#contract/audit.ts";
import { paths } from "#contract/paths.ts";
import { useDateWords } from "../shell/dates.ts";
import { alarming, factName, factText, kindWords } from "./audit-copy.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { TeamMember } from "#contract/team.ts";
import { type AuditKind, auditKinds } from "#domain/audit.ts";
import { Select } from "#web/ui/field.tsx";
import { useCallback, useMemo } from "react";
import { navigate, useLocation } from "#web/page/router.tsx";

/** `/ContactAdmin/audit-log`: who did what, for owners. */
export function AuditLogPage() {
  return (
    <Page title="Audit log">
      <OwnersOnly />
    </Page>
  );
}

function OwnersOnly() {
  const { role } = useMember();
  if (role === "owner") return <AuditLog />;
  return (
    <section>
      <h2>Only owners see the audit log</h2>
      <p>You are signed in as an agent. If you need to know something of it, please ask an owner of this desk.</p>
    </section>
  );
}

/** The audit log, the newest entry first, page by page. */
export function AuditLog() {
  const { view, show } = useAuditView();
  const members = useMembers();
  const log = useInfiniteQuery({
    queryKey: ["audit-log", view],
    queryFn: ({ pageParam }) => auditApi.entries(view, pageParam),
    // The type of the first page's parameter, which has no value.
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries);
  const unreadable = log.data?.pages.flatMap((page) => page.unreadable) ?? [];
  const isPart = view.kind !== undefined || view.member !== undefined;
  const { list, showMore } = useShowMore<HTMLOListElement>({
    count: entries?.length ?? 0,
    isLoading: log.isFetchingNextPage,
    load: log.fetchNextPage,
  });

  return (
    <section className="audit-log" aria-labelledby="audit-log-title">
      <h2 id="audit-log-title">What was done</h2>
      <p>
        The log only grows. Inquiries stand in it by their ids alone. Whether it is whole, says{" "}
        <code>npm run audit-log</code> on the server.
      </p>
      <AuditFilters view={view} members={members.data ?? []} onChange={show} />
      <LoadFailure what="The members" query={members} />
      <LoadFailure what="The audit log" query={log} />
      {unreadable.length > 0 && (
        <Alert role="alert">
          {unreadable.length === 1 ? "An entry" : "Some entries"} of this log cannot be read, since something else has
          changed {unreadable.length === 1 ? "it" : "them"}: {unreadable.join(", ")}. Please tell whoever runs the
          server.
        </Alert>
      )}
      {entries === undefined && !log.isError && <Spinner text="Loading the audit log..." />}
      {/* Mounted from the start, so that screen readers announce each filter's result. */}
      <p role="status">{entries && countText(entries.length, { isPart, hasMore: log.hasNextPage })}</p>
      {entries !== undefined && entries.length > 0 && (
        <ol ref={list} className="plain-list audit-entries">
          {entries.map((entry) => (
            <AuditRow
              key={entry.number}
              entry={entry}
              nameOf={(id) => members.data?.find((member) => member.id === id)?.email}
            />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <Button variant="secondary" busy={log.isFetchingNextPage} onClick={showMore}>
          {log.isFetchingNextPage ? "Loading..." : "Show more"}
        </Button>
      )}
    </section>
  );
}

function countText(count: number, { isPart, hasMore }: { isPart: boolean; hasMore: boolean }): string {
  if (count === 0) return isPart ? "There is nothing of this in the log." : "Nothing yet.";
  if (hasMore) return `The newest ${count} entries.`;
  return count === 1 ? "1 entry." : `${count} entries.`;
}

/** One entry: what, when, who, and the facts. `nameOf` gives a member's address by id, if known. */
export function AuditRow({ entry, nameOf }: { entry: AuditEntryView; nameOf: (id: string) => string | undefined }) {
  const { number, at, kind, by, about } = entry;
  const { exact } = useDateWords();
  const facts = Object.entries(about).flatMap(([key, fact]) => {
    const text = factText(key, fact, nameOf);
    return text === undefined ? [] : [{ key, text }];
  });
  return (
    <li className="audit-entry" tabIndex={-1}>
      <h3>{alarming.has(kind) ? <Badge tone="bad">{kindWords[kind]}</Badge> : kindWords[kind]}</h3>
      <p className="hint">
        {number} · <time dateTime={at}>{exact(at)}</time> ·{" "}
        {by?.email ?? (kind === "command-run" ? "on the server" : "nobody signed in")}
      </p>
      {facts.length > 0 && (
        <dl className="audit-facts">
          {facts.map(({ key, text }) => (
            <div key={key}>
              <dt>{factName(key)}</dt>
              <dd>
                {kind === "channels-changed" && key === "change" ? (
                  <a href={`${paths.history}#change-${text}`}>{text}</a>
                ) : (
                  text
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

const byName = auditKinds.toSorted((a, b) => (kindWords[a] < kindWords[b] ? -1 : 1));

/** Filters by kind of entry and by member; each choice applies at once. */
export function AuditFilters(props: {
  view: AuditView;
  members: readonly TeamMember[];
  onChange: (change: Partial<AuditView>) => void;
}) {
  const { view, members, onChange } = props;
  const { kind, member } = view;
  const isKnown = member === undefined || members.some(({ id }) => id === member);
  return (
    <div className="audit-filters" role="group" aria-label="Filter">
      <Select
        id="audit-kind"
        label="What"
        value={kind ?? ""}
        onChange={({ target }) => onChange({ kind: auditKinds.find((name) => name === target.value) })}
      >
        <option value="">Everything</option>
        {byName.map((name) => (
          <option key={name} value={name}>
            {kindWords[name]}
          </option>
        ))}
      </Select>
      <Select
        id="audit-member"
        label="Who, or about whom"
        value={member ?? ""}
        onChange={({ target }) => onChange({ member: target.value || undefined })}
      >
        <option value="">Anybody</option>
        {!isKnown && <option value={member}>Somebody who is not listed</option>}
        {members.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </Select>
      {(kind !== undefined || member !== undefined) && (
        <Button
          variant="secondary"
          onClick={() => {
            onChange({ kind: undefined, member: undefined });
            document.getElementById("audit-kind")?.focus();
          }}
        >
          Show everything
        </Button>
      )}
    </div>
  );
}

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
