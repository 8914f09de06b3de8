import { teamCopy } from "#copy/current.ts";
import { useAskBeforeClose } from "#web/admin/forms/unsaved-guard.tsx";
import { type Mutation, useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { InquiryChange, InquiryChanges, InquiryDetail, InquirySummary, Snooze } from "#contract/inbox/inbox.ts";
import { changeOne, changeSeveral, currentOf, notBegun, type Progress } from "./make-changes.ts";
import { useChangeProgress } from "./change-progress.tsx";
import { useBlocking } from "./blocked/use-blocking.ts";
import { restoreFromBin } from "./bin/use-bin.ts";
import { type Asked, useFailures } from "./failed-changes.tsx";
import { useDraftSync } from "./inquiry/drafts/draft-sync.ts";
import { createDrafts } from "./inquiry/drafts/drafts.ts";
import { reloadInquiries, showInquiry, showSummaries } from "./list/use-inquiries.ts";
import { useMerging } from "./merge/use-merging.ts";
import { createOwnVersions } from "./own-versions.ts";
import { tagsBack, tagsTogether } from "./tags/tag-changes.ts";
import type { LastChange, Merge, SenderBlock } from "./last-change.ts";
import { type InboxCommands, useReplies, without } from "./use-replies.ts";

export type Changeable = Pick<
  InquirySummary,
  "id" | "reference" | "version" | "status" | "assignee" | "tags" | "snooze" | "unproven"
>;

/** A change that was rejected because a colleague's came first. */
export interface StaleChange {
  /** The whole inquiry, if it was open. */
  before: Changeable | InquiryDetail;
  change: InquiryChange;
  isAnswered: boolean;
  current: InquiryDetail;
}

export interface InquiryActions {
  /** `words` says what was done, such as `marked closed`; `isAnswered` that the visitor has the answer. */
  change: (inquiries: readonly Changeable[], change: InquiryChange, words: string, isAnswered?: boolean) => void;
  /** Blocks or unblocks the sender of an inquiry. */
  block: (block: SenderBlock) => void;
  /** Merges an inquiry into another one, or undoes it. */
  merge: (merge: Merge) => void;
  undo: () => void;
  /** Dismisses the change of this number, if it is still the last. */
  dismiss: (number: number) => void;
  /** Gives up the rejected change of an inquiry. */
  dismissStale: (inquiryId: string) => void;
}

interface AskedOne extends Asked {
  before: Changeable | InquiryDetail;
  change: InquiryChange;
  words: string;
  isAnswered: boolean;
  /** The version that it was made on, from the first attempt on: what was decided later is not overwritten. */
  version?: number;
}

interface AskedSeveral extends Asked {
  inquiries: readonly Changeable[];
  change: InquiryChange;
  words: string;
  progress: Progress;
}

interface AskedBack extends Asked {
  progress: Progress;
  /** The sentence of the change that it undoes, and how many it changed. */
  undone: string;
  count: number;
}

interface AskedFromBin extends Asked {
  ids: readonly string[];
}

/** A note whose response was lost: it may be among the inquiry's notes now, beside those that were there `before`. */
interface UnsureNote {
  text: string;
  before: ReadonlySet<string>;
}

/**
 * The changes of inquiries, the replies to them, their undo, those rejected because of a colleague's change, and those
 * that failed.
 */
export function useInquiryChanges(memberId: string) {
  const client = useQueryClient();
  const [drafts] = useState(() => createDrafts(memberId));
  useDraftSync(drafts);
  const [versions] = useState(createOwnVersions);
  const [unsureNotes] = useState(() => new Map<string, UnsureNote>());
  const inbox = useRef<InboxCommands>(null);
  const [last, setLast] = useState<LastChange>();
  const [stale, setStale] = useState<Readonly<Record<string, StaleChange>>>({});
  const failures = useFailures();
  const { add: keepFailure, remove: removeFailure, find: findFailure, retry, giveUp } = failures;
  const { running, follow } = useChangeProgress();
  const number = useRef(0);

  /** The value of `last`, known before the next render. */
  const lastNow = useRef<LastChange>(undefined);

  const say = useCallback((said: Omit<LastChange, "number">) => {
    number.current += 1;
    lastNow.current = { ...said, number: number.current };
    setLast(lastNow.current);
  }, []);
  const replies = useReplies({ drafts, say, failures, versions, inbox });
  const { takeBack, dismiss } = replies;
  /** The visitor has the answer: neither its draft nor a failed try to send it is needed any more. */
  function dropAnswer(id: string) {
    drafts.drop("answer", id);
    dismiss(id);
  }
  const block = useBlocking({ say, failures, versions });
  const merge = useMerging({ say, failures, versions });
  const failed = useCallback(
    (asked: Asked, error: unknown, again: () => void) => {
      keepFailure(asked, error, again);
      reloadInquiries(client);
    },
    [client, keepFailure],
  );

  const { mutate: makeOne } = useMutation({
    // Runs in sequence: the second change builds on the first one's result.
    scope: { id: "change" },
    mutationFn(asked: AskedOne) {
      // If two run in sequence, the first may have failed since the second was requested.
      const earlier = findFailure(asked.key);
      if (isAskedOne(earlier) && earlier !== asked) Object.assign(asked, together(earlier, asked));
      const { before, change, isAgain } = asked;
      asked.version ??= versions.latest(before.id, before.version);
      return changeOne(before.id, asked.version, change, isAgain, versions);
    },
    onSuccess(after, { key, before, change, words, isAnswered }) {
      removeFailure(key);
      showInquiry(client, after);
      reloadInquiries(client, new Set());
      if (isAnswered) dropAnswer(before.id);
      say({ text: teamCopy.inbox.done.one(before.reference, words), undo: [wayBack(before, change, after.version)] });
    },
    onError(error, asked) {
      const { key, before, change, isAnswered } = asked;
      const current = currentOf(error);
      if (current === undefined) {
        failed(asked, error, () => makeOne(asked));
        return;
      }
      removeFailure(key);
      setStale((all) => {
        const known = all[before.id];
        const both = known === undefined ? { before, change, isAnswered } : { ...known, ...added(known, asked) };
        return { ...all, [before.id]: { ...both, current } };
      });
      showInquiry(client, current);
    },
  });

  const { mutate: makeSeveral } = useMutation({
    scope: { id: "change" },
    mutationFn: ({ progress, isAgain, inquiries }: AskedSeveral) =>
      follow(inquiries.length, (watch) => changeSeveral(progress, isAgain, versions, watch)),
    onSuccess({ changed, refused, left }, { key, inquiries, change, words }) {
      removeFailure(key);
      showSummaries(client, changed);
      reloadInquiries(client, new Set([...changed.map(({ id }) => id), ...refused]));
      if (change.status === "answered") for (const { id } of changed) dropAnswer(id);
      const before = new Map(inquiries.map((inquiry) => [inquiry.id, inquiry]));
      say({
        text: teamCopy.inbox.done.several(changed.length, words),
        kept: keptText(refused, before, left.length),
        undo: changed.flatMap(({ id, version }) => {
          const known = before.get(id);
          return known === undefined ? [] : [wayBack(known, change, version)];
        }),
      });
    },
    onError: (error, asked) => failed(asked, error, () => makeSeveral(asked)),
  });

  const { mutate: goBack } = useMutation({
    scope: { id: "change" },
    mutationFn: ({ progress, isAgain, count }: AskedBack) =>
      follow(count, (watch) => changeSeveral(progress, isAgain, versions, watch)),
    onSuccess({ changed, refused, left }, { key, undone, count }) {
      removeFailure(key);
      showSummaries(client, changed);
      reloadInquiries(client, new Set([...changed.map(({ id }) => id), ...refused]));
      const isWhole = changed.length === count;
      say({
        text: isWhole ? teamCopy.inbox.done.undone(undone) : teamCopy.inbox.done.undoneFor(changed.length, undone),
        kept: keptText(refused, undefined, left.length),
        // The changes made before the stop can still be undone.
        undo: left,
      });
    },
    onError: (error, asked) => failed(asked, error, () => goBack(asked)),
  });

  const { mutate: restore } = useMutation({
    scope: { id: "change" },
    mutationFn: ({ ids }: AskedFromBin) => restoreFromBin(ids),
    onSuccess(count, { key }) {
      removeFailure(key);
      reloadInquiries(client);
      say({ text: teamCopy.inbox.done.restored(count), undo: [] });
    },
    onError: (error, asked) => failed(asked, error, () => restore(asked)),
  });

  const undo = useCallback(
    (change: LastChange): void => {
      if (change.block !== undefined) return block(change.block, true);
      if (change.merge !== undefined) return merge({ ...change.merge, isUndo: true });
      if (change.reply !== undefined) return takeBack(change.reply);
      // The response of the first try may be lost: it is the same undo.
      const key = `undo ${change.number}`;
      if (retry(key)) return undefined;
      const failedText = teamCopy.forms.failedTo(teamCopy.inbox.failures.toUndo);
      const asked = { key, failedText, isAgain: false, isTrying: false };
      if (change.binned !== undefined) return restore({ ...asked, ids: change.binned });
      const { text: undone, undo: back } = change;
      if (back.length > 0) goBack({ ...asked, progress: notBegun(back), undone, count: back.length });
      return undefined;
    },
    [block, merge, takeBack, retry, goBack, restore],
  );
  const { mutate: undoAfterwards } = useMutation({
    // Runs when the change that is on its way has its response.
    scope: { id: "change" },
    mutationFn: (_known: number | undefined) => Promise.resolve(),
    onSuccess(_none, known) {
      const change = lastNow.current;
      // Otherwise that change failed: an earlier one was not meant.
      if (change !== undefined && change.number !== known) undo(change);
    },
  });

  const actions: InquiryActions = useMemo(
    () => ({
      change(inquiries, change, words, isAnswered = change.status === "answered") {
        const [first] = inquiries;
        giveUp("final");
        setStale(without(...inquiries.map(({ id }) => id)));
        if (first === undefined) return;
        if (inquiries.length === 1) {
          const key = `change ${first.id}`;
          const failedText = teamCopy.forms.failedTo(teamCopy.inbox.failures.toChange(first.reference));
          const fresh = { key, failedText, isAgain: false, isTrying: false, before: first, change, words, isAnswered };
          const earlier = findFailure(key);
          return makeOne(isAskedOne(earlier) ? { ...fresh, ...together(earlier, fresh) } : fresh);
        }
        const changes = inquiries.map(({ id, version }) => ({ id, version, ...change }));
        number.current += 1;
        const key = `changes ${number.current}`;
        const failedText = teamCopy.forms.failedTo(teamCopy.inbox.failures.toChangeSeveral);
        const asked = { key, failedText, isAgain: false, isTrying: false };
        makeSeveral({ ...asked, inquiries, change, words, progress: notBegun(changes) });
      },
      block(asked) {
        giveUp("final");
        block(asked);
      },
      merge(asked) {
        giveUp("final");
        merge(asked);
      },
      undo() {
        const known = lastNow.current;
        if (client.isMutating({ predicate: isChange }) > 0) undoAfterwards(known?.number);
        else if (known !== undefined) undo(known);
      },
      dismiss(at) {
        if (lastNow.current?.number !== at) return;
        lastNow.current = undefined;
        setLast(undefined);
      },
      dismissStale: (id) => setStale(without(id)),
    }),
    [client, makeOne, makeSeveral, undoAfterwards, undo, block, merge, giveUp, findFailure],
  );
  const isChanging = useIsMutating({ predicate: isChange }) > 0;
  const isUnsent = Object.keys(replies.unsent).length > 0;
  const isWaiting = isUnsent || failures.all.some(({ again }) => again !== undefined);
  useAskBeforeClose(isChanging || isWaiting);
  return {
    drafts,
    versions,
    unsureNotes,
    actions,
    say,
    replies,
    last,
    stale,
    failures,
    /** Many changes on their way, with `follow`, which makes them. */
    running,
    follow,
    /** Whether one of them is on its way: until then, the last is not known, and not undone. */
    isChanging,
    inbox,
  };
}

const isChange = ({ options }: Mutation) => options.scope?.id === "change";

function isAskedOne(asked: Asked | undefined): asked is AskedOne {
  return asked !== undefined && "before" in asked;
}

/** A failed change and the next one of its inquiry, as one on what the first was made on. */
function together(earlier: AskedOne, fresh: AskedOne) {
  const { before, version } = earlier;
  // A further tag does not replace the first.
  const isInstead = Object.keys(earlier.change).every((field) => field in fresh.change && field !== "tags");
  const words = isInstead ? fresh.words : teamCopy.inbox.words.both(earlier.words, fresh.words);
  // The change is not retried by itself any more.
  earlier.isTrying = true;
  return { ...added(earlier, fresh), before, words, isAgain: true, ...(version !== undefined && { version }) };
}

type WhatToChange = Pick<AskedOne, "change" | "isAnswered">;

/** A change with another one that was requested after it. */
function added(earlier: WhatToChange, { change, isAnswered }: WhatToChange): WhatToChange {
  const tags = [earlier.change.tags, change.tags].filter((each) => each !== undefined);
  return {
    change: { ...earlier.change, ...change, ...(tags.length > 0 && { tags: tags.reduce(tagsTogether) }) },
    isAnswered: isAnswered || (earlier.isAnswered && change.status === undefined),
  };
}

/** The change that undoes `change`, on the version it has made. */
function wayBack(before: Changeable, change: InquiryChange, version: number): InquiryChanges["changes"][number] {
  return {
    id: before.id,
    version,
    ...(change.status !== undefined && { status: before.status }),
    ...(change.assigneeId !== undefined && { assigneeId: before.assignee?.id ?? null }),
    ...(change.tags !== undefined && { tags: tagsBack(before.tags, change.tags) }),
    // Closing has ended its snooze.
    ...((change.snoozedUntil !== undefined || isSnoozed(before)) && {
      snoozedUntil: isSnoozed(before) ? before.snooze.until : null,
    }),
  };
}

/** Returns whether a snooze lasts. */
export function isSnoozed(inquiry: Pick<InquirySummary, "snooze">): inquiry is { snooze: Snooze } {
  return inquiry.snooze?.isOver === false;
}

/** Says how many a colleague's change has kept as they were, and which; and how many were left when it was stopped. */
export function keptText(
  refused: readonly string[],
  known?: ReadonlyMap<string, Changeable>,
  left = 0,
): string | undefined {
  const sentences = left === 0 ? [] : [teamCopy.inbox.done.stopped(left)];
  if (refused.length > 0) {
    const names = refused.flatMap((id) => known?.get(id)?.reference ?? []).slice(0, 5);
    const which = names.length === 0 ? "" : ` (${names.join(", ")}${names.length < refused.length ? ", …" : ""})`;
    sentences.push(teamCopy.inbox.done.kept(refused.length, which));
  }
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
