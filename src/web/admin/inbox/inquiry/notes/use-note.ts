import { teamCopy } from "#copy/current.ts";
import { useState } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { useMember } from "#web/admin/shell/member.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { usePeople } from "../../list/use-inquiries.ts";
import { beforeArrivals, newestAt } from "../drafts/arrivals.ts";
import type { Drafts } from "../drafts/drafts.ts";
import { mentionedIds } from "./mentions.ts";
import { useAddNote, useIsAddingNote } from "./use-add-note.ts";

export type NoteText = ReturnType<typeof useNote>;

/** The text of a note on an inquiry, kept as a draft until it is added. */
export function useNote(inquiry: InquiryDetail, drafts: Drafts, revision: number) {
  const toast = useToast();
  const { id: myId } = useMember();
  const { data: team = [] } = usePeople();
  const people = team.filter(({ id }) => id !== myId);
  /** Whether it was to be added although somebody has written since it was begun. */
  const [isRefused, setRefused] = useState(false);
  // Runs even if another inquiry is open by then: the draft goes, and a failure is shown.
  const { mutate, error } = useAddNote(inquiry.id, {
    onAdded() {
      toast("success", teamCopy.inquiry.notes.added);
      drafts.drop("note", inquiry.id);
    },
    onRefused: () => setRefused(true),
    onFailed: () => toast("error", teamCopy.inquiry.notes.notAdded),
  });
  const isAdding = useIsAddingNote(inquiry.id);
  const [wasAdding, setWasAdding] = useState(isAdding);
  const stored = () => drafts.open("note", inquiry.id) ?? { text: "" };
  const [draft, setDraft] = useState(stored);
  const [known, setKnown] = useState(revision);
  if (known !== revision) {
    setKnown(revision);
    setDraft(stored());
  }
  if (wasAdding !== isAdding) {
    setWasAdding(isAdding);
    // The draft of an added note is gone, even if the form that sent it is, too.
    if (!isAdding) setDraft(stored());
  }
  const { text, seenUntil } = draft;
  const before = text.trim() === "" ? undefined : beforeArrivals(inquiry, seenUntil, myId);

  function keep(changed: typeof draft) {
    if (changed.text === "") drafts.drop("note", inquiry.id);
    else drafts.keep("note", inquiry.id, changed);
    setDraft(changed);
  }

  return {
    text,
    people,
    error,
    isAdding,
    type: (typed: string) => keep({ text: typed, seenUntil: text === "" ? newestAt(inquiry) : seenUntil }),
    /** Adds it; if somebody has written since it was begun, only if the member, when asked, has agreed. */
    add(isAgreed = false) {
      setRefused(before !== undefined && !isAgreed);
      if (before !== undefined && !isAgreed) return;
      const seen = isAgreed ? newestAt(inquiry) : seenUntil;
      if (isAgreed) keep({ text, seenUntil: seen });
      mutate({ text, mentions: mentionedIds(text, people), seenUntil: seen });
    },
    /** The inquiry as it was when the note was begun, if somebody has written since. */
    before,
    asks: before !== undefined && isRefused,
    /** The member has seen what was written since. */
    markSeen() {
      setRefused(false);
      if (before !== undefined) keep({ text, seenUntil: newestAt(inquiry) });
    },
  };
}
