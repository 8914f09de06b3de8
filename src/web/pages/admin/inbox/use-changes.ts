import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type {
  InquiryChange,
  InquiryChanges,
  InquiryChangesDone,
  InquiryDetail,
  InquirySummary,
} from "#contract/inbox.ts";
import { ApiError } from "../../../api-client.ts";
import { useToast } from "../../../components/toast.tsx";
import { inboxApi } from "../../../inbox-api.ts";
import { actionFailureText } from "../failure-text.ts";
import { forgetInquiries, knownInquiry, reloadInquiries, showInquiry, showSummaries } from "./use-inquiries.ts";

export type Changeable = Pick<InquirySummary, "id" | "reference" | "version" | "status" | "assignee">;

/** What was done last, as a sentence, and the way back. */
export interface LastChange {
  /** Tells one from the next. */
  number: number;
  text: string;
  /** What a colleague's change has kept from being done. */
  kept?: string | undefined;
  undo: InquiryChanges["changes"];
}

/** A change that was refused since somebody else had made one before. */
export interface StaleChange {
  /** All of it where it was open. */
  before: Changeable | InquiryDetail;
  change: InquiryChange;
  current: InquiryDetail;
}

export interface InquiryActions {
  /** `words` says what was done, such as `marked closed`. */
  change: (inquiries: readonly Changeable[], change: InquiryChange, words: string) => void;
  undo: () => void;
  /** Takes the change of this number from the page, where it still is the last. */
  dismiss: (number: number) => void;
  /** Gives up a refused change. */
  forgetStale: () => void;
}

/** At most this many inquiries in one call. */
const atOnce = 200;

/**
 * What is done to inquiries, how it can be undone, and what a colleague's change has refused. `erasure` erases what nobody has changed
 * since; `onErased` gets the ids of those that are gone.
 */
export function useInquiryChanges(onErased: (ids: ReadonlySet<string>) => void) {
  const client = useQueryClient();
  const toast = useToast();
  const [last, setLast] = useState<LastChange>();
  const [stale, setStale] = useState<StaleChange>();
  const [problem, setProblem] = useState<string>();
  const number = useRef(0);

  const say = useCallback(
    (said: Omit<LastChange, "number">) => {
      number.current += 1;
      setLast({ ...said, number: number.current });
      toast("success", said.text);
    },
    [toast],
  );
  const failed = useCallback(
    (text: string, error: unknown) => {
      toast("error", text);
      setProblem(`${text}. ${actionFailureText(error)}`);
      reloadInquiries(client);
    },
    [client, toast],
  );

  const { mutate: changeOne } = useMutation({
    // One after the other: the second is made on what the first has left.
    scope: { id: "change" },
    mutationFn: ({ before, change }: { before: Changeable | InquiryDetail; change: InquiryChange; words: string }) =>
      inboxApi.change(before.id, knownInquiry(client, before.id)?.version ?? before.version, change),
    onSuccess(after, { before, change, words }) {
      showInquiry(client, after);
      reloadInquiries(client, new Set());
      say({ text: `${before.reference} ${words}`, undo: [wayBack(before, change, after.version)] });
    },
    onError(error, { before, change }) {
      const current = currentOf(error);
      if (current === undefined) {
        failed(`Failed to change ${before.reference}`, error);
        return;
      }
      toast("error", `${before.reference} was changed by somebody else`);
      setStale({ before, change, current });
      showInquiry(client, current);
    },
  });

  const { mutate: changeSeveral } = useMutation({
    scope: { id: "change" },
    mutationFn: ({ inquiries, change }: { inquiries: readonly Changeable[]; change: InquiryChange; words: string }) =>
      inParts(inquiries.map(({ id, version }) => ({ id, version, ...change }))),
    onSuccess({ changed, refused }, { inquiries, change, words }) {
      showSummaries(client, changed);
      reloadInquiries(client, new Set([...changed.map(({ id }) => id), ...refused]));
      const before = new Map(inquiries.map((inquiry) => [inquiry.id, inquiry]));
      say({
        text: `${changed.length} ${words}`,
        kept: keptText(refused, before),
        undo: changed.flatMap(({ id, version }) => {
          const known = before.get(id);
          return known === undefined ? [] : [wayBack(known, change, version)];
        }),
      });
    },
    onError: (error) => failed("Failed to change the inquiries", error),
  });

  const { mutate: goBack, isPending: isUndoing } = useMutation({
    scope: { id: "change" },
    mutationFn: ({ undo }: LastChange) => inParts(undo),
    onSuccess({ changed, refused }) {
      showSummaries(client, changed);
      reloadInquiries(client, new Set([...changed.map(({ id }) => id), ...refused]));
      say({
        text: changed.length === 1 ? "Undone" : `Undone for ${changed.length}`,
        kept: keptText(refused),
        undo: [],
      });
    },
    onError: (error) => failed("Failed to undo", error),
  });

  const erasure = useMutation({
    mutationFn: async (inquiries: readonly Changeable[]) => {
      const refused: string[] = [];
      const seen = inquiries.map(({ id, version }) => ({ id, version }));
      for (let from = 0; from < seen.length; from += atOnce) {
        const done = await inboxApi.erase(seen.slice(from, from + atOnce));
        refused.push(...done.refused);
      }
      const kept = new Set(refused);
      return { refused, gone: new Set(seen.flatMap(({ id }) => (kept.has(id) ? [] : [id]))) };
    },
    onSuccess({ refused, gone }, inquiries) {
      forgetInquiries(client, gone);
      reloadInquiries(client, new Set(refused));
      const known = new Map(inquiries.map((inquiry) => [inquiry.id, inquiry]));
      say({ text: deletedText(gone.size), kept: keptText(refused, known), undo: [] });
      onErased(gone);
    },
    onError: () => reloadInquiries(client),
  });

  const actions: InquiryActions = useMemo(
    () => ({
      change(inquiries, change, words) {
        const [first] = inquiries;
        setProblem(undefined);
        setStale(undefined);
        if (first === undefined) return;
        if (inquiries.length === 1) changeOne({ before: first, change, words });
        else changeSeveral({ inquiries, change, words });
      },
      undo: () => last !== undefined && goBack(last),
      dismiss: (at) => setLast((now) => (now?.number === at ? undefined : now)),
      forgetStale: () => setStale(undefined),
    }),
    [changeOne, changeSeveral, goBack, last],
  );
  return { actions, erasure, last, stale, problem, isUndoing };
}

/** The change that takes back `change`, on the version that it has made. */
function wayBack(before: Changeable, change: InquiryChange, version: number): InquiryChanges["changes"][number] {
  return {
    id: before.id,
    version,
    ...(change.status !== undefined && { status: before.status }),
    ...(change.assigneeId !== undefined && { assigneeId: before.assignee?.id ?? null }),
  };
}

async function inParts(changes: InquiryChanges["changes"]): Promise<Pick<InquiryChangesDone, "changed" | "refused">> {
  const done: Pick<InquiryChangesDone, "changed" | "refused"> = { changed: [], refused: [] };
  for (let from = 0; from < changes.length; from += atOnce) {
    const { changed, refused } = await inboxApi.changeSeveral(changes.slice(from, from + atOnce));
    done.changed.push(...changed);
    done.refused.push(...refused);
  }
  return done;
}

function deletedText(count: number): string {
  if (count === 0) return "Nothing was deleted";
  return count === 1 ? "1 inquiry deleted" : `${count} inquiries deleted`;
}

function keptText(refused: readonly string[], known?: ReadonlyMap<string, Changeable>): string | undefined {
  if (refused.length === 0) return undefined;
  const names = refused.flatMap((id) => known?.get(id)?.reference ?? []).slice(0, 5);
  const which = names.length === 0 ? "" : ` (${names.join(", ")}${names.length < refused.length ? ", …" : ""})`;
  return refused.length === 1
    ? `1 was changed by somebody else in the meantime and stays as it is${which}.`
    : `${refused.length} were changed by somebody else in the meantime and stay as they are${which}.`;
}

/** The inquiry as it is, where a change was refused as made on an older version. */
function currentOf(error: unknown): InquiryDetail | undefined {
  if (!(error instanceof ApiError) || error.status !== 412 || !("current" in error.problem)) return undefined;
  // The contract's answer to a stale change.
  return error.problem.current as InquiryDetail;
}
