import { teamCopy } from "#copy/current.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useMemo, useState } from "react";
import type { InquiryDetail, ReplyInput } from "#contract/inbox/inbox.ts";
import { withSignature } from "#domain/profile.ts";
import { ApiError } from "#web/api/api-client.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { actionFailureText, isSignedOut } from "#web/admin/forms/failure.tsx";
import { passes } from "./failed-changes.tsx";
import type { AnswerDraft, Drafts } from "./inquiry/drafts/drafts.ts";
import { reloadInquiries, showInquiry } from "./list/use-inquiries.ts";
import type { OwnVersions } from "./own-versions.ts";
import { undoKey } from "./last-change.ts";
import { type ActionNeeds, useInboxAction } from "./use-inbox-action.ts";
import { newUuid } from "#web/page/uuid.ts";

/** A member's choices for a reply besides its text; `signature` goes below it. */
export type ReplyFields = Pick<ReplyInput, "way"> & { status: "answered" | "closed"; signature?: string };

/** The text as it is sent: the draft stays without the signature. */
export const sentTextOf = ({ text }: Pick<AnswerDraft, "text">, { signature = "" }: ReplyFields): string =>
  withSignature(text, signature);

/** A reply that was rejected because somebody wrote or changed something first. */
export interface StaleReply {
  state: "stale";
  /** The inquiry as the member saw it. */
  before: InquiryDetail;
  current: InquiryDetail;
  fields: ReplyFields;
}

/** An unsent reply. */
type UnsentReply =
  /** `progress`: what part of it is sent, 0 to 1. */
  { state: "sending"; progress: number } | { state: "failed"; reference: string; reason: string } | StaleReply;

/** Functions of the inbox after a change, while it is the open page. */
export interface InboxCommands {
  /** Shows the text of a reply that was taken back. */
  showTakenBack: (inquiryId: string) => void;
}

interface Sending {
  inquiry: InquiryDetail;
  fields: ReplyFields;
  draft: AnswerDraft;
  files: readonly File[];
  /** The version that a member who was asked has agreed to. */
  version: number | undefined;
  /** `isAgain`: it was sent by itself, after it had failed. */
  onSent: (isAgain: boolean) => void;
}

/** A reply that can still be taken back, with its draft; `number` is that of the change. */
interface SentReply {
  id: string;
  inquiry: Pick<InquiryDetail, "id" | "reference">;
  draft: AnswerDraft;
  files: readonly File[];
  number: number;
}

/** Returns the key of a failed reply to an inquiry. */
const replyKey = (inquiryId: string) => `reply ${inquiryId}`;

export interface Replies {
  /** The unsent reply of each inquiry, by its id. */
  unsent: Readonly<Record<string, UnsentReply>>;
  /** Grows when the draft of an inquiry, by its id, was replaced: it was sent, or taken back. */
  rewritten: Readonly<Record<string, number>>;
  /** The files chosen for the reply to an inquiry, by its id: only as long as this document. */
  files: Readonly<Record<string, readonly File[]>>;
  attach: (inquiryId: string, change: (files: readonly File[]) => readonly File[]) => void;
  send: (reply: Sending) => void;
  /** Gives up a reply that was not sent; its draft stays. One that is on its way is not given up. */
  dismiss: (inquiryId: string) => void;
}

/** The replies of a member, their undo, and those that are not sent. */
export function useReplies(
  needs: ActionNeeds,
  { drafts, inbox }: { drafts: Drafts; inbox: RefObject<InboxCommands | null> },
): Replies {
  const { say, versions } = needs;
  const { remove: removeFailure } = needs.failures;
  const client = useQueryClient();
  const [ids] = useState(() => createReplyIds());
  const [unsent, setUnsent] = useState<Replies["unsent"]>({});
  const [rewritten, setRewritten] = useState<Replies["rewritten"]>({});

  const [files, setFiles] = useState<Replies["files"]>({});

  const attach = useCallback<Replies["attach"]>(
    (id, change) => setFiles((all) => ({ ...all, [id]: change(all[id] ?? []) })),
    [],
  );
  const keep = (id: string, reply: UnsentReply) => setUnsent((all) => ({ ...all, [id]: reply }));

  function rewrite(id: string, draft: AnswerDraft | undefined): void {
    if (draft === undefined) drafts.drop("answer", id);
    else drafts.keep("answer", id, draft, true);
    setRewritten((all) => ({ ...all, [id]: (all[id] ?? 0) + 1 }));
  }

  const fail = ({ id, reference }: InquiryDetail, reason: string) => keep(id, { state: "failed", reference, reason });

  const send = useInboxAction(needs, {
    key: ({ inquiry }: Sending) => replyKey(inquiry.id),
    failedText: ({ inquiry }) => teamCopy.forms.failedTo(teamCopy.inbox.failures.toReply(inquiry.reference)),
    onStart: ({ inquiry }) => keep(inquiry.id, { state: "sending", progress: 0 }),
    async call({ input: { inquiry, fields, draft, files: sent, version } }) {
      const text = sentTextOf(draft, fields);
      const { signature: _inText, ...choices } = fields;
      const id = ids.idOf(inquiry.id, JSON.stringify({ ...choices, text, files: sent.map(identityOf) }));
      const onProgress = (progress: number) => keep(inquiry.id, { state: "sending", progress });
      const input = { id, text, ...choices };
      const after = await versions.make(inquiry.id, version ?? inquiry.version, (seen) =>
        inboxApi.reply(inquiry.id, seen, input, { files: sent, onProgress }),
      );
      return { id, after };
    },
    onDone({ id, after }, { isAgain, input: { inquiry, fields, draft, files: sent, onSent } }) {
      ids.accepted(inquiry.id);
      setUnsent(without(inquiry.id));
      if (sent.length > 0) attach(inquiry.id, (now) => now.filter((file) => !sent.includes(file)));
      rewrite(inquiry.id, undefined);
      showInquiry(client, after);
      reloadInquiries(client, new Set());
      onSent(isAgain);
      return {
        text: sentText(inquiry.reference, fields),
        undo: (number) => takeBack({ id, inquiry, draft, files: sent, number }),
        isUndoLeading: true,
      };
    },
    onStale(current, { inquiry, fields }) {
      keep(inquiry.id, { state: "stale", before: inquiry, current, fields });
      return true;
    },
    onRefused(error, { inquiry }) {
      const isKept = passes(error) || isSignedOut(error);
      if (isKept) {
        setUnsent(without(inquiry.id));
        return false;
      }
      fail(inquiry, reasonOf(error));
      reloadInquiries(client, new Set([inquiry.id]));
      return true;
    },
    /** Sends a failed reply again, unless its text was changed since: only its member sends that. */
    mayRetry({ inquiry, draft }) {
      const now = drafts.read("answer", inquiry.id);
      const isSame = now === undefined || now.text === draft.text;
      if (!isSame) fail(inquiry, teamCopy.inbox.failures.textChanged);
      return isSame;
    },
  });

  const takeBack = useInboxAction(needs, {
    key: ({ number }: SentReply) => undoKey(number),
    failedText: ({ inquiry }) => teamCopy.forms.failedTo(teamCopy.inbox.failures.toTakeBack(inquiry.reference)),
    call: ({ input, isAgain }) => takeBackOnce(input, isAgain, versions),
    onDone(after, { input: { inquiry, draft, files: sent } }) {
      // All of them: if they are too many, the member chooses which go.
      if (sent.length > 0) attach(inquiry.id, (since) => [...sent, ...since]);
      rewrite(inquiry.id, both(draft, drafts.read("answer", inquiry.id)));
      showInquiry(client, after);
      reloadInquiries(client, new Set());
      inbox.current?.showTakenBack(inquiry.id);
      return { text: teamCopy.inbox.done.replyTakenBack(inquiry.reference) };
    },
    onRefused(error, { inquiry: { reference } }) {
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) return false;
      const { replyHasLeft, replyIsGone } = teamCopy.inbox.done;
      say({ text: error.status === 409 ? replyHasLeft(reference) : replyIsGone(reference) });
      reloadInquiries(client);
      return true;
    },
  });

  return useMemo(
    () => ({
      unsent,
      rewritten,
      files,
      attach,
      send,
      dismiss(id) {
        removeFailure(replyKey(id));
        setUnsent((all) => (all[id]?.state === "sending" ? all : without(id)(all)));
      },
    }),
    [unsent, rewritten, files, attach, send, removeFailure],
  );
}

/** A change of a state that is kept by inquiry: these are taken out. */
export function without(...ids: string[]) {
  return <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => !ids.includes(id)));
}

/** Tells other files apart, for the id of the reply. */
function identityOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

function sentText(reference: string, { way, status }: ReplyFields): string {
  const isClosed = status === "closed";
  if (way === "whatsapp" || way === "phone") {
    return isClosed ? teamCopy.inbox.done.replyLoggedAndClosed(reference) : teamCopy.inbox.done.replyLogged(reference);
  }
  return isClosed ? teamCopy.inbox.done.replySentAndClosed(reference) : teamCopy.inbox.done.replySent(reference);
}

function reasonOf(error: unknown): string {
  const [problem] = error instanceof ApiError ? Object.values(error.errors) : [];
  return problem ?? actionFailureText(error);
}

/** If it `isAgain` and the first attempt succeeded, the reply is gone, and it counts as taken back. @throws ApiError */
async function takeBackOnce(
  { id, inquiry }: SentReply,
  isAgain: boolean,
  versions: OwnVersions,
): Promise<InquiryDetail> {
  try {
    const after = await inboxApi.takeBackReply(id);
    versions.add(inquiry.id, after.version - 1, after.version);
    return after;
  } catch (error) {
    if (!isAgain || !(error instanceof ApiError) || error.status !== 404) throw error;
    return inboxApi.inquiry(inquiry.id, AbortSignal.timeout(30_000));
  }
}

/** A reply that is taken back, before what was written since. */
function both(taken: AnswerDraft, since: AnswerDraft | undefined): AnswerDraft {
  if (since === undefined) return taken;
  return { ...taken, text: `${taken.text.trimEnd()}\n\n${since.text}`, before: "", filled: "" };
}

/**
 * The ids of replies that the server has not accepted yet, by inquiry: sending one again after a lost response adds
 * nothing. Another text, way or status is another reply.
 */
export function createReplyIds() {
  const unsent = new Map<string, { content: string; id: string }>();
  return {
    idOf(inquiryId: string, content: string): string {
      const known = unsent.get(inquiryId);
      if (known?.content === content) return known.id;
      const id = newUuid();
      unsent.set(inquiryId, { content, id });
      return id;
    },
    accepted: (inquiryId: string): void => void unsent.delete(inquiryId),
  };
}
