import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import type { InquiryDetail } from "#contract/inbox.ts";
import { answerLinks } from "#domain/inquiries/answer-link.ts";
import { fillReply } from "#domain/inquiries/saved-reply.ts";
import { ChannelIcon } from "#web/public/channels/channel-parts.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Field, Select } from "#web/ui/field.tsx";
import { plainAnswer } from "#web/public/receipt/status-copy.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { markedWords } from "../change-copy.ts";
import type { AnswerDraft, Drafts } from "./drafts.ts";
import { DraftLine } from "./draft-line.tsx";
import type { InquiryActions } from "../use-changes.ts";
import { useFocusHeir } from "#web/ui/use-focus-heir.ts";

/** The text of a reply, and the ways to send it, each a link to another app. */
export function AnswerForm(props: { inquiry: InquiryDetail; actions: InquiryActions; drafts: Drafts }) {
  const { inquiry, actions, drafts } = props;
  const id = useId();
  const { data: replies = [] } = useQuery({
    queryKey: ["saved-replies"],
    queryFn: inboxApi.replies,
    staleTime: 60_000,
  });
  const [draft, setDraft] = useState(() => drafts.read("answer", inquiry.id) ?? unwritten(inquiry));
  const { text } = draft;
  const [asksAnswered, setAsksAnswered] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const passFocus = useFocusHeir(title);
  const box = useRef<HTMLTextAreaElement>(null);
  const links = answerLinks(inquiry, text);
  const ways = [
    { label: "WhatsApp", type: "whatsapp", href: links.whatsapp },
    { label: "Email", type: "email", href: links.email },
    { label: "Call", type: "phone", href: links.phone },
  ] as const;
  function keep(changes: Partial<AnswerDraft>) {
    const kept = { ...(drafts.read("answer", inquiry.id) ?? draft), ...changes };
    if (kept.text === unwritten(inquiry).text && kept.replyId === "") drafts.drop("answer", inquiry.id);
    else drafts.keep("answer", inquiry.id, kept);
    setDraft(kept);
  }

  function discard() {
    const first = unwritten(inquiry);
    if (box.current !== null) typeFrom(box.current, 0, first.text);
    drafts.drop("answer", inquiry.id);
    setDraft(first);
  }

  /** Replaces the previously inserted reply if it is unedited; otherwise appends to the text. */
  function choose(replyId: string) {
    const reply = replies.find((known) => known.id === replyId);
    if (reply === undefined || box.current === null) return keep({ replyId });
    const before = text === draft.filled ? draft.before : text.trimEnd();
    const words = fillReply(reply.text, inquiry);
    typeFrom(box.current, before.length, before === "" ? words : `\n\n${words}`);
    keep({ replyId, before, text: box.current.value, filled: box.current.value });
  }

  const isOpen = inquiry.status !== "answered" && inquiry.status !== "closed";

  return (
    <section className="answer-form" aria-labelledby={`${id}-title`}>
      <h3 ref={title} id={`${id}-title`} tabIndex={-1}>
        Answer
      </h3>
      {replies.length > 0 && (
        <Select
          id={`${id}-reply`}
          label="Saved reply"
          value={draft.replyId}
          onChange={({ target }) => {
            choose(target.value);
            target.focus();
          }}
        >
          <option value="">None</option>
          {replies.map((reply) => (
            <option key={reply.id} value={reply.id}>
              {reply.title}
            </option>
          ))}
        </Select>
      )}
      <Field id={`${id}-text`} label="Text">
        {(control) => (
          <>
            <textarea
              {...control}
              ref={box}
              rows={5}
              dir="auto"
              value={text}
              onChange={({ target }) => keep({ text: target.value })}
            />
            <DraftLine isKept={drafts.isKept("answer", inquiry.id)} onDiscard={discard} />
          </>
        )}
      </Field>
      <div className="answer-links">
        {ways.map(
          ({ label, type, href }) =>
            href !== null && (
              <a
                key={label}
                className={buttonClass("secondary")}
                data-channel={type}
                href={href}
                // Mail and phone links open another program, and would leave an empty tab.
                target={label === "WhatsApp" ? "_blank" : undefined}
                rel="noopener noreferrer"
                onClick={() => setAsksAnswered(true)}
              >
                <ChannelIcon type={type} />
                {label}
              </a>
            ),
        )}
        <CopyButton text={text} />
      </div>
      {inquiry.phone === "" && inquiry.email === "" && <p className="hint">They left no way to reach them.</p>}
      {links.phone === null && inquiry.phone !== "" && (
        <p className="hint">The number is none that can be called or written to.</p>
      )}
      <div role="status">
        {asksAnswered && isOpen && (
          <div ref={passFocus} className="answered-bar">
            <p>Mark as answered?</p>
            <Button
              onClick={() => {
                setAsksAnswered(false);
                actions.change([inquiry], { status: "answered" }, markedWords("answered"));
              }}
            >
              Mark as answered
            </Button>
            <Button variant="secondary" onClick={() => setAsksAnswered(false)}>
              Not yet
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function unwritten(inquiry: InquiryDetail): AnswerDraft {
  const text = fillReply(plainAnswer, inquiry);
  return { text, replyId: "", before: "", filled: text };
}

/** Replaces everything from `start` on by `words`, in a way that the browser's Undo can revert. */
function typeFrom(box: HTMLTextAreaElement, start: number, words: string): void {
  box.focus();
  box.setSelectionRange(start, box.value.length);
  // Only this creates an Undo step; no standard API does.
  if (document.execCommand("insertText", false, words)) return;
  box.setRangeText(words, start, box.value.length, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** For replying from an app that no link opens. */
function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <Button variant="secondary" onClick={() => void copy()}>
        Copy the text
      </Button>
      <span className="hint" role="status">
        {state === "copied" && "Copied."}
        {state === "failed" && "The browser did not allow it. Please select the text and copy it."}
      </span>
    </>
  );
}
