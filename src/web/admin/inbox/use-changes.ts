import { teamCopy } from "#copy/current.ts";
import { useAskBeforeClose } from "#web/admin/forms/unsaved-guard.tsx";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { InquiryChange, InquiryChanges, InquiryDetail, InquirySummary } from "#contract/inbox/inbox.ts";
import { changeOne, changeSeveral, notBegun, type Progress } from "./make-changes.ts";
import { useChangeProgress } from "./change-progress.tsx";
import { useBlocking } from "./blocked/use-blocking.ts";
import { restoreFromBin } from "./bin/use-bin.ts";
import { useFailures } from "./failed-changes.tsx";
import { useDraftSync } from "./inquiry/drafts/draft-sync.ts";
import { createDrafts } from "./inquiry/drafts/drafts.ts";
import { reloadInquiries, showInquiry, showSummaries } from "./list/use-inquiries.ts";
import { useMerging } from "./merge/use-merging.ts";
import { createOwnVersions } from "./own-versions.ts";
import { inverseChange, isReplacedBy, joinChanges, type TeamFields } from "./team-fields.ts";
import { type LastChange, type Merge, type Said, type SenderBlock, undoKey } from "./last-change.ts";
import { changeScope, isChange, useInboxAction } from "./use-inbox-action.ts";
import { type InboxCommands, useReplies, without } from "./use-replies.ts";

export type Changeable = TeamFields & Pick<InquirySummary, "id" | "reference" | "version" | "unproven">;

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

interface OneChange {
  before: Changeable | InquiryDetail;
  change: InquiryChange;
  words: string;
  isAnswered: boolean;
  /** The version that it was made on, from the first attempt on: what was decided later is not overwritten. */
  version?: number;
}

interface SeveralChanges {
  /** Identifies them. */
  number: number;
  inquiries: readonly Changeable[];
  change: InquiryChange;
  words: string;
  progress: Progress;
}

interface Undo {
  /** The number of the change that it undoes, its sentence, and how many it changed. */
  number: number;
  undone: string;
  count: number;
  progress: Progress;
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
  const { retry, dropUnretryable } = failures;
  const { running, follow } = useChangeProgress();
  const number = useRef(0);

  /** The value of `last`, known before the next render. */
  const lastNow = useRef<LastChange>(undefined);

  const say = useCallback((said: Said) => {
    number.current += 1;
    lastNow.current = { ...said, number: number.current };
    setLast(lastNow.current);
  }, []);
  const needs = { say, failures, versions };
  const replies = useReplies(needs, { drafts, inbox });
  const { dismiss } = replies;
  /** The visitor has the answer: neither its draft nor a failed try to send it is needed any more. */
  function dropAnswer(id: string) {
    drafts.drop("answer", id);
    dismiss(id);
  }
  const block = useBlocking(needs);
  const merge = useMerging(needs);

  const makeOne = useInboxAction(needs, {
    key: ({ before }: OneChange) => `change ${before.id}`,
    failedText: ({ before }) => teamCopy.forms.failedTo(teamCopy.inbox.failures.toChange(before.reference)),
    join: joined,
    call({ input, isAgain }, keep) {
      const { before, change, version = versions.latest(before.id, before.version) } = input;
      keep({ ...input, version });
      return changeOne(before.id, version, change, isAgain, versions);
    },
    onDone(after, { input: { before, change, words, isAnswered } }) {
      showInquiry(client, after);
      reloadInquiries(client, new Set());
      if (isAnswered) dropAnswer(before.id);
      const text = teamCopy.inbox.done.one(before.reference, words);
      return {
        text,
        undo: undoOf(text, [{ id: before.id, version: after.version, ...inverseChange(before, change) }]),
      };
    },
    onStale(current, input) {
      const { before, change, isAnswered } = input;
      setStale((all) => {
        const known = all[before.id];
        const both = known === undefined ? { before, change, isAnswered } : { ...known, ...added(known, input) };
        return { ...all, [before.id]: { ...both, current } };
      });
      return true;
    },
  });

  const makeSeveral = useInboxAction(needs, {
    key: ({ number: at }: SeveralChanges) => `changes ${at}`,
    failedText: () => teamCopy.forms.failedTo(teamCopy.inbox.failures.toChangeSeveral),
    call: ({ input, isAgain }, keep) =>
      follow(input.inquiries.length, (watch) =>
        changeSeveral(input.progress, isAgain, versions, (progress) => keep({ ...input, progress }), watch),
      ),
    onDone({ changed, refused, left }, { input: { inquiries, change, words } }) {
      showSummaries(client, changed);
      reloadInquiries(client, new Set([...changed.map(({ id }) => id), ...refused]));
      if (change.status === "answered") for (const { id } of changed) dropAnswer(id);
      const before = new Map(inquiries.map((inquiry) => [inquiry.id, inquiry]));
      const text = teamCopy.inbox.done.several(changed.length, words);
      const back = changed.flatMap(({ id, version }) => {
        const known = before.get(id);
        return known === undefined ? [] : [{ id, version, ...inverseChange(known, change) }];
      });
      return { text, kept: keptText(refused, before, left.length), undo: undoOf(text, back) };
    },
  });

  const goBack = useInboxAction(needs, {
    key: ({ number: at }: Undo) => undoKey(at),
    failedText: () => teamCopy.forms.failedTo(teamCopy.inbox.failures.toUndo),
    call: ({ input, isAgain }, keep) =>
      follow(input.count, (watch) =>
        changeSeveral(input.progress, isAgain, versions, (progress) => keep({ ...input, progress }), watch),
      ),
    onDone({ changed, refused, left }, { input: { undone, count } }) {
      showSummaries(client, changed);
      reloadInquiries(client, new Set([...changed.map(({ id }) => id), ...refused]));
      const isWhole = changed.length === count;
      const text = isWhole ? teamCopy.inbox.done.undone(undone) : teamCopy.inbox.done.undoneFor(changed.length, undone);
      // The changes made before the stop can still be undone.
      return { text, kept: keptText(refused, undefined, left.length), undo: undoOf(text, left) };
    },
  });
  /** What undoes a change, if anything. */
  function undoOf(undone: string, back: InquiryChanges["changes"]): Said["undo"] {
    if (back.length === 0) return undefined;
    return (at) => goBack({ number: at, undone, count: back.length, progress: notBegun(back) });
  }

  const restore = useInboxAction(needs, {
    key: ({ number: at }: { ids: readonly string[]; number: number }) => undoKey(at),
    failedText: () => teamCopy.forms.failedTo(teamCopy.inbox.failures.toUndo),
    call: ({ input }) => restoreFromBin(input.ids),
    onDone(count) {
      reloadInquiries(client);
      return { text: teamCopy.inbox.done.restored(count) };
    },
  });

  const undo = useCallback(
    (change: LastChange): void => {
      // The response of the first try may be lost: it is the same undo.
      if (!retry(undoKey(change.number))) change.undo?.(change.number);
    },
    [retry],
  );
  const { mutate: undoAfterwards } = useMutation({
    // Runs when the change that is on its way has its response.
    scope: changeScope,
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
        dropUnretryable();
        setStale(without(...inquiries.map(({ id }) => id)));
        if (first === undefined) return;
        if (inquiries.length === 1) return makeOne({ before: first, change, words, isAnswered });
        const changes = inquiries.map(({ id, version }) => ({ id, version, ...change }));
        number.current += 1;
        makeSeveral({ number: number.current, inquiries, change, words, progress: notBegun(changes) });
      },
      block(input) {
        dropUnretryable();
        block(input);
      },
      merge(input) {
        dropUnretryable();
        merge(input);
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
    [client, makeOne, makeSeveral, undoAfterwards, undo, block, merge, dropUnretryable],
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
    /** Brings inquiries back from the bin. */
    restore,
    /** Whether one of them is on its way: until then, the last is not known, and not undone. */
    isChanging,
    inbox,
  };
}

/** A failed change and the next one of its inquiry, as one on what the first was made on. */
function joined(failed: OneChange, next: OneChange): OneChange {
  const words = isReplacedBy(failed.change, next.change)
    ? next.words
    : teamCopy.inbox.words.both(failed.words, next.words);
  return { ...failed, ...added(failed, next), words };
}

type WhatToChange = Pick<OneChange, "change" | "isAnswered">;

/** A change with another one that was requested after it. */
function added(earlier: WhatToChange, { change, isAnswered }: WhatToChange): WhatToChange {
  return {
    change: joinChanges(earlier.change, change),
    isAnswered: isAnswered || (earlier.isAnswered && change.status === undefined),
  };
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
