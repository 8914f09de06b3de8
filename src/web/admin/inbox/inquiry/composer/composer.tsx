import { teamCopy } from "#copy/current.ts";
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { entryLimit } from "#domain/inquiries/inquiry.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { joined } from "#web/ui/joined.ts";
import { tabPanel, Tabs } from "#web/ui/panels/tabs.tsx";
import { openNow } from "../../use-inbox-view.ts";
import type { InquiryActions } from "../../use-changes.ts";
import { type Replies, type ReplyFields, sentTextOf } from "../../use-replies.ts";
import { AnswerForm } from "./answer-form.tsx";
import { isTooMany } from "./attach-files.tsx";
import { newestAt } from "../drafts/arrivals.ts";
import { DraftConflict, useDraftRevision } from "../drafts/draft-conflict.tsx";
import type { Drafts } from "../drafts/drafts.ts";
import { NoteForm } from "../notes/note-form.tsx";
import { useNote } from "../notes/use-note.ts";
import { ReplyConflict } from "./reply-conflict.tsx";
import { useAnswer } from "./use-answer.ts";

export type ComposerTab = "answer" | "note";

/** Field for a reply or a note; below the conversation, always in view. */
export function Composer(props: {
  inquiry: InquiryDetail;
  actions: InquiryActions;
  replies: Replies;
  drafts: Drafts;
  tab: ComposerTab;
  onTab: (tab: ComposerTab) => void;
  /** The text of each tab, for the inbox's keys. */
  boxes: Record<ComposerTab, RefObject<HTMLTextAreaElement | null>>;
  /** Whether the list of saved replies is open. */
  picksReply: boolean;
  onPickReply: (isOpen: boolean) => void;
  onAnswering: (isAnswering: boolean) => void;
  onNext: (() => void) | undefined;
  /** Leaves the text, which stays as a draft. */
  onLeave: () => void;
  /** Shows the end of the conversation. */
  onRead: () => void;
}) {
  const {
    inquiry,
    actions,
    replies,
    drafts,
    tab,
    onTab,
    boxes,
    picksReply,
    onPickReply,
    onAnswering,
    onNext,
    onLeave,
    onRead,
  } = props;
  const id = useId();
  const answerPanel = useRef<HTMLDivElement>(null);
  const rewritten = replies.rewritten[inquiry.id] ?? 0;
  const answer = useAnswer({
    inquiry,
    drafts,
    box: boxes.answer,
    // A text from another device keeps the form, and with it the focus.
    rewritten: rewritten + useDraftRevision(drafts, "answer", inquiry.id),
    onType: () => onAnswering(true),
    onDiscard: () => replies.dismiss(inquiry.id),
  });
  const [chosenWay, setChosenWay] = useState<"email" | "page">("email");
  const way = inquiry.mayEmail ? chosenWay : "page";
  const unsent = replies.unsent[inquiry.id];
  const [isMissing, setIsMissing] = useState(false);
  const note = useNote(inquiry, drafts, useDraftRevision(drafts, "note", inquiry.id));
  /** The reply that was to be sent although somebody has written since it was begun. */
  const [refused, setRefused] = useState<ReplyFields>();
  const stale = unsent?.state === "stale" ? unsent : undefined;
  const isOfNote = tab === "note" && stale === undefined;
  const { before } = isOfNote ? note : answer;
  const conflict = stale ?? (before === undefined ? undefined : { before, current: inquiry, fields: refused });
  const box = isOfNote ? boxes.note : boxes.answer;
  const asks = isOfNote ? (note.asks ? "note" : undefined) : conflict?.fields && againOf(conflict.fields);

  /** `version` is the one that the member, when asked, has agreed to. */
  function send(fields: ReplyFields, version?: number) {
    // A greeting may have been sent in WhatsApp.
    const isUnwritten = fields.way === "whatsapp" ? answer.draft.text.trim() === "" : answer.isUnwritten;
    setIsMissing(isUnwritten);
    if (isUnwritten || sentTextOf(answer.draft, fields).length > entryLimit) {
      boxes.answer.current?.focus();
      return;
    }
    const files = fields.way === "whatsapp" || fields.way === "phone" ? [] : (replies.files[inquiry.id] ?? []);
    // The form says so above the files.
    if (isTooMany(files)) return;
    if (answer.before !== undefined && version === undefined) {
      setRefused(fields);
      return;
    }
    setRefused(undefined);
    replies.send({
      inquiry,
      fields,
      // If the reply is taken back, the form does not ask again.
      draft: version === undefined ? answer.draft : { ...answer.draft, seenUntil: newestAt(inquiry) },
      files,
      version,
      onSent(isAgain) {
        // Another inquiry may be open by now.
        if (openNow() !== inquiry.id) return;
        onAnswering(false);
        // The member does something else by now.
        if (isAgain) return;
        // A member who types elsewhere by now, as into a note, keeps the focus.
        const { activeElement } = document;
        if (activeElement !== document.body && answerPanel.current?.contains(activeElement) !== true) return;
        if (fields.status === "closed" && onNext !== undefined) onNext();
        else onLeave();
      },
    });
  }

  /** The member knows what was written since. */
  function see() {
    setRefused(undefined);
    replies.dismiss(inquiry.id);
    answer.markSeen();
    note.markSeen();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onLeave();
  }

  const hasDraft = (otherTab: ComposerTab) => otherTab !== tab && drafts.savedAt(otherTab, inquiry.id) !== undefined;
  const name = (icon: ReactNode, text: ReactNode, isDraft: boolean) => (
    <>
      {icon}
      <span>{text}</span>
      {isDraft && <span className="tab-draft">{teamCopy.inquiry.composer.draft}</span>}
    </>
  );
  const long = (more: string, text: string) => (
    <>
      <span className="tab-more">{more} </span>
      <span className="tab-word">{text}</span>
    </>
  );
  return (
    <>
      {conflict !== undefined && (
        <ReplyConflict
          key={`${conflict.current.version} ${asks}`}
          before={conflict.before}
          current={conflict.current}
          asks={asks}
          box={box}
          onSend={() => {
            if (isOfNote) note.add(true);
            else if (conflict.fields !== undefined) send(conflict.fields, conflict.current.version);
          }}
          onLeave={() => {
            see();
            box.current?.focus();
          }}
          onRead={() => {
            see();
            onRead();
          }}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Hears the keys of its fields. */}
      <div className={joined("composer", tab)} onKeyDown={onKeyDown}>
        <Tabs
          id={id}
          label={teamCopy.inquiry.composer.label}
          tabs={[
            ...(inquiry.mayEmail
              ? [
                  {
                    name: "email" as const,
                    label: name(
                      <AdminIcon name="mail" />,
                      long(teamCopy.inquiry.composer.replyBy, teamCopy.inquiry.composer.email),
                      way === "email" && hasDraft("answer"),
                    ),
                  },
                ]
              : []),
            {
              name: "page",
              label: name(
                <Icon name="page" />,
                long(teamCopy.inquiry.composer.on, teamCopy.inquiry.composer.page),
                way === "page" && hasDraft("answer"),
              ),
            },
            { name: "note", label: name(<AdminIcon name="note" />, teamCopy.inquiry.composer.note, hasDraft("note")) },
          ]}
          chosen={tab === "note" ? tab : way}
          onChoose={(chosen) => {
            onTab(chosen === "note" ? chosen : "answer");
            if (chosen !== "note") setChosenWay(chosen);
          }}
        />
        <div {...tabPanel(id, way, tab === "note" ? tab : way)} ref={answerPanel} tabIndex={-1}>
          <DraftConflict drafts={drafts} kind="answer" inquiryId={inquiry.id} box={boxes.answer} />
          <AnswerForm
            // The question is over when the text was sent.
            key={rewritten}
            inquiry={inquiry}
            answer={answer}
            savedAt={drafts.savedAt("answer", inquiry.id)}
            way={way}
            unsent={unsent}
            files={replies.files[inquiry.id] ?? []}
            onFiles={(change) => replies.attach(inquiry.id, change)}
            isMissing={isMissing && answer.isUnwritten}
            actions={actions}
            box={boxes.answer}
            focusFallback={answerPanel}
            picksReply={picksReply}
            onPickReply={onPickReply}
            onSend={send}
            onNext={onNext}
          />
        </div>
        <div {...tabPanel(id, "note", tab)}>
          <DraftConflict drafts={drafts} kind="note" inquiryId={inquiry.id} box={boxes.note} />
          <NoteForm note={note} savedAt={drafts.savedAt("note", inquiry.id)} box={boxes.note} />
        </div>
      </div>
    </>
  );
}

const againOf = ({ way }: ReplyFields) => (way === "whatsapp" || way === "phone" ? "log" : "send");
