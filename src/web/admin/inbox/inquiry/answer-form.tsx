import { type RefObject, useRef, useState } from "react";
import type { InquiryDetail } from "#contract/inbox.ts";
import type { SavedReply } from "#contract/saved-reply.ts";
import { answerLinks } from "#domain/inquiries/answer-link.ts";
import { fillReply } from "#domain/inquiries/saved-reply.ts";
import { ChannelIcon } from "#web/public/channels/channel-parts.tsx";
import { plainAnswer } from "../inbox-copy.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useFocusHeir } from "#web/ui/use-focus-heir.ts";
import { markedWords } from "../change-copy.ts";
import type { InquiryActions } from "../use-changes.ts";
import { DraftBox, replaceIn } from "./draft-box.tsx";
import type { AnswerDraft, Drafts } from "./drafts.ts";
import { SavedReplyPicker } from "./saved-reply-picker.tsx";

/** The text of an answer, and the ways to send it, each a link to another app. */
export function AnswerForm(props: {
  inquiry: InquiryDetail;
  actions: InquiryActions;
  drafts: Drafts;
  box: RefObject<HTMLTextAreaElement | null>;
  /** Takes the focus of what disappears. */
  heir: RefObject<HTMLElement | null>;
  onNext: (() => void) | undefined;
}) {
  const { inquiry, actions, drafts, box, heir, onNext } = props;
  const [draft, setDraft] = useState(() => drafts.read("answer", inquiry.id) ?? unwritten(inquiry));
  const [asksAnswered, setAsksAnswered] = useState(false);
  const [showsReplies, setShowsReplies] = useState(false);
  const main = useRef<HTMLAnchorElement>(null);
  const passFocus = useFocusHeir(heir);
  const { text } = draft;
  const links = answerLinks(inquiry, text);
  const ways = (
    [
      { label: "Call", type: "phone", href: links.phone },
      { label: "Email", type: "email", href: links.email },
      { label: "WhatsApp", type: "whatsapp", href: links.whatsapp },
    ] as const
  ).filter(({ href }) => href !== null);
  const isOpen = inquiry.status !== "answered" && inquiry.status !== "closed";
  const asks = asksAnswered && isOpen;

  function keep(changes: Partial<AnswerDraft>) {
    const kept = { ...(drafts.read("answer", inquiry.id) ?? draft), ...changes };
    if (kept.text === unwritten(inquiry).text) drafts.drop("answer", inquiry.id);
    else drafts.keep("answer", inquiry.id, kept);
    setDraft(kept);
  }

  function discard() {
    const first = unwritten(inquiry);
    replaceIn(box.current, [0, text.length], first.text);
    drafts.drop("answer", inquiry.id);
    setDraft(first);
  }

  /** Replaces the previously inserted reply if it is unedited; otherwise appends to the text. */
  function insert(reply: SavedReply) {
    setShowsReplies(false);
    if (box.current === null) return;
    const before = text === draft.filled ? draft.before : text.trimEnd();
    const words = fillReply(reply.text, inquiry);
    replaceIn(box.current, [before.length, text.length], before === "" ? words : `\n\n${words}`);
    keep({ before, text: box.current.value, filled: box.current.value });
  }

  function mark(status: "answered" | "closed") {
    setAsksAnswered(false);
    actions.change([inquiry], { status }, markedWords(status), true);
    if (status === "closed") onNext?.();
  }

  return (
    <>
      <DraftBox
        box={box}
        aria-label="Text"
        placeholder="Write an answer. Type / for saved replies."
        value={text}
        savedAt={drafts.savedAt("answer", inquiry.id)}
        onType={(typed) => keep({ text: typed })}
        onSend={() => main.current?.click()}
        onDiscard={discard}
        onKeyDown={(event) => {
          if (event.key !== "/" || !isAtEmptyLine(event.currentTarget)) return;
          event.preventDefault();
          setShowsReplies(true);
        }}
      />
      {inquiry.phone === "" && inquiry.email === "" && <p className="hint">They left no way to reach them.</p>}
      {links.phone === null && inquiry.phone !== "" && (
        <p className="hint">Nobody can be called or written to at this number.</p>
      )}
      <div role="status">
        {asks && (
          <div ref={passFocus} className="answered-bar">
            <p>Mark as answered?</p>
            <Button variant="quiet" size="small" onClick={() => setAsksAnswered(false)}>
              Not yet
            </Button>
            <Button variant="secondary" size="small" onClick={() => mark("closed")}>
              Answered and closed
            </Button>
            <Button size="small" onClick={() => mark("answered")}>
              Mark as answered
            </Button>
          </div>
        )}
      </div>
      <div className="composer-actions">
        <SavedReplyPicker
          open={showsReplies}
          onOpen={() => setShowsReplies(true)}
          onClose={() => setShowsReplies(false)}
          onLeave={(typed) => {
            setShowsReplies(false);
            if (box.current === null) return;
            const { selectionStart, selectionEnd } = box.current;
            replaceIn(box.current, [selectionStart, selectionEnd], typed);
          }}
          onChoose={insert}
        />
        <CopyTextButton text={text} box={box} />
        <span className="composer-space" />
        {ways.map(({ label, type, href }, place) => {
          const isMain = place === ways.length - 1;
          return (
            <a
              key={label}
              ref={isMain ? main : undefined}
              className={buttonClass(isMain && !asks ? undefined : "secondary", undefined, isMain ? undefined : "way")}
              href={href ?? undefined}
              // Mail and phone links open another program, and would leave an empty tab.
              target={label === "WhatsApp" ? "_blank" : undefined}
              rel="noopener noreferrer"
              title={isMain ? "Ctrl + Enter" : label}
              onClick={() => setAsksAnswered(true)}
            >
              <ChannelIcon type={type} />
              <span>{label}</span>
            </a>
          );
        })}
      </div>
    </>
  );
}

function unwritten(inquiry: InquiryDetail): AnswerDraft {
  const text = fillReply(plainAnswer, inquiry);
  return { text, before: "", filled: text };
}

/** Whether the caret is on a line without text. */
function isAtEmptyLine({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean {
  const before = selectionStart === 0 || value[selectionStart - 1] === "\n";
  return selectionStart === selectionEnd && before && (value[selectionStart] ?? "\n") === "\n";
}

/** For answering from an app that no link opens. */
function CopyTextButton({ text, box }: { text: string; box: RefObject<HTMLTextAreaElement | null> }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      box.current?.select();
      setState("failed");
    }
  }

  return (
    <>
      <IconButton label="Copy the text" title="Copy the text" onClick={() => void copy()}>
        <Icon name={state === "copied" ? "check" : "copy"} />
      </IconButton>
      <span className="hint" role="status">
        {state === "copied" && "Copied."}
        {state === "failed" && "The browser did not allow it. The text is selected: copy it from there."}
      </span>
    </>
  );
}
