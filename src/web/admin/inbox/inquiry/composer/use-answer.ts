import { type RefObject, useState } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import type { SavedReply } from "#contract/inbox/saved-reply.ts";
import { fillReply, textIn } from "#domain/inquiries/saved-reply.ts";
import { defaultLanguage } from "#domain/languages.ts";
import { useMember } from "#web/admin/shell/member.ts";
import { useOwnAuthor } from "#web/admin/profile/use-profile.ts";
import { useSite } from "#web/page/page-data.ts";
import { replyTexts } from "#languages/compiled/facts/reply-texts.ts";
import { replaceIn } from "../drafts/draft-box.tsx";
import { beforeArrivals, newestAt } from "../drafts/arrivals.ts";
import type { AnswerDraft, Drafts } from "../drafts/drafts.ts";

export interface Answer {
  draft: AnswerDraft;
  /** Whether there is nothing but the greeting, or not even that. */
  isUnwritten: boolean;
  type: (text: string) => void;
  discard: () => void;
  insert: (reply: SavedReply) => void;
  /** Whether the text that was inserted last is one for the language of the inquiry; undefined before the first. */
  isVariant: boolean | undefined;
  /** The inquiry as it was when the text was begun, if somebody has written since; undefined for a greeting alone. */
  before: InquiryDetail | undefined;
  /** The member has seen what was written since. */
  markSeen: () => void;
}

/**
 * The text of the answer to an inquiry, kept as a draft. `rewritten` grows when something else has changed the draft;
 * `box` holds the text.
 */
export function useAnswer(props: {
  inquiry: InquiryDetail;
  drafts: Drafts;
  box: RefObject<HTMLTextAreaElement | null>;
  rewritten: number;
  onType: () => void;
  onDiscard: () => void;
}): Answer {
  const { inquiry, drafts, box, rewritten, onType, onDiscard } = props;
  const { id: myId } = useMember();
  const { brands } = useSite();
  const { name: agent } = useOwnAuthor(inquiry.language);
  const values = { ...inquiry, agent, brand: brands.contact.name };
  const greeting = `${fillReply(replyTexts[inquiry.language ?? defaultLanguage].greeting, values)}\n\n`;
  // A greeting would be strange once the team has written.
  const first = unwritten(hasWritten(inquiry) ? "" : greeting);
  const stored = () => drafts.open("answer", inquiry.id) ?? first;
  const [draft, setDraft] = useState(stored);
  const [known, setKnown] = useState(rewritten);
  const [isVariant, setVariant] = useState<boolean>();
  if (known !== rewritten) {
    setKnown(rewritten);
    setDraft(stored());
  }
  const { text } = draft;
  const isUnwritten = text.trim() === "" || text.trim() === greeting.trim();
  const before = isUnwritten ? undefined : beforeArrivals(inquiry, draft.seenUntil, myId);

  function keep(changes: Partial<AnswerDraft>) {
    const latest = drafts.read("answer", inquiry.id) ?? { ...draft, seenUntil: newestAt(inquiry) };
    const kept = { ...latest, ...changes };
    if (kept.text === first.text) drafts.drop("answer", inquiry.id);
    else drafts.keep("answer", inquiry.id, kept);
    setDraft(kept);
  }

  return {
    draft,
    isUnwritten,
    type(typed) {
      keep({ text: typed });
      onType();
    },
    discard() {
      setVariant(undefined);
      replaceIn(box.current, [0, text.length], first.text);
      drafts.drop("answer", inquiry.id);
      setDraft(first);
      onDiscard();
    },
    /** Replaces the previously inserted reply if it is unedited; otherwise appends to the text. */
    insert(reply) {
      if (box.current === null) return;
      const start = text === draft.filled ? draft.before : text.trimEnd();
      const inserted = textIn(reply, inquiry.language);
      const words = fillReply(inserted.text, values);
      replaceIn(box.current, [start.length, text.length], start === "" ? words : `\n\n${words}`);
      keep({ before: start, text: box.current.value, filled: box.current.value });
      setVariant(inserted.isVariant);
    },
    isVariant,
    before,
    markSeen: () => before !== undefined && keep({ seenUntil: newestAt(inquiry) }),
  };
}

/** After that many entries, it would have in those that are not loaded. */
const hasWritten = ({ entries, earlier }: InquiryDetail) => earlier > 0 || entries.some(({ kind }) => kind === "reply");

function unwritten(text: string): AnswerDraft {
  return { text, before: "", filled: text };
}
