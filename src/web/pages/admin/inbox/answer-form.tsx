import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { InquiryDetail } from "#contract/inbox.ts";
import { answerLinks } from "#domain/answer-link.ts";
import { fillReply } from "#domain/saved-reply.ts";
import { Icon } from "../../../components/icon.tsx";
import { plainAnswer } from "../../../content/inbox.ts";
import { inboxApi } from "../../../inbox-api.ts";
import { markedWords } from "./change-words.ts";
import type { Drafts } from "./inquiry-panel.tsx";
import type { InquiryActions } from "./use-changes.ts";

/** The words of an answer, and the ways to send it, each a link that opens outside. */
export function AnswerForm(props: { inquiry: InquiryDetail; actions: InquiryActions; drafts: Drafts }) {
  const { inquiry, actions, drafts } = props;
  const id = useId();
  const { data: replies = [] } = useQuery({
    queryKey: ["saved-replies"],
    queryFn: inboxApi.replies,
    staleTime: 60_000,
  });
  const [text, setText] = useState(() => drafts.answers.get(inquiry.id) ?? fillReply(plainAnswer, inquiry));
  const [asksAnswered, setAsksAnswered] = useState(false);
  const links = answerLinks(inquiry, text);
  const ways = [
    { label: "WhatsApp", icon: "whatsapp", href: links.whatsapp },
    { label: "Email", icon: "email", href: links.email },
    { label: "Call", icon: "phone", href: links.phone },
  ] as const;
  function write(words: string) {
    setText(words);
    drafts.answers.set(inquiry.id, words);
  }

  const isOpen = inquiry.status !== "answered" && inquiry.status !== "closed";

  return (
    <section className="answer-form" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Answer</h3>
      {replies.length > 0 && (
        <div className="field">
          <label htmlFor={`${id}-reply`}>Saved reply</label>
          <select
            id={`${id}-reply`}
            defaultValue=""
            onChange={({ target }) => {
              const reply = replies.find((known) => known.id === target.value);
              write(fillReply(reply?.text ?? plainAnswer, inquiry));
            }}
          >
            <option value="">None</option>
            {replies.map((reply) => (
              <option key={reply.id} value={reply.id}>
                {reply.title}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="field">
        <label htmlFor={`${id}-text`}>Text</label>
        <textarea id={`${id}-text`} rows={5} dir="auto" value={text} onChange={({ target }) => write(target.value)} />
      </div>
      <div className="answer-links">
        {ways.map(
          ({ label, icon, href }) =>
            href !== null && (
              <a
                key={label}
                className="button quiet"
                data-channel={icon}
                href={href}
                // A mail or a call opens another program, and would leave an empty tab behind.
                target={label === "WhatsApp" ? "_blank" : undefined}
                rel="noopener noreferrer"
                onClick={() => setAsksAnswered(true)}
              >
                <Icon name={icon} />
                {label}
              </a>
            ),
        )}
        <CopyButton text={text} />
      </div>
      {links.phone === null && <p className="hint">The number is none that can be called or written to.</p>}
      <div role="status">
        {asksAnswered && isOpen && (
          <div className="answered-bar">
            <p>Mark as answered?</p>
            <button
              type="button"
              className="button"
              onClick={() => {
                setAsksAnswered(false);
                actions.change([inquiry], { status: "answered" }, markedWords("answered"));
              }}
            >
              Mark as answered
            </button>
            <button type="button" className="button quiet" onClick={() => setAsksAnswered(false)}>
              Not yet
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

/** For whoever answers in a window that no link opens. */
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
      <button type="button" className="button quiet" onClick={() => void copy()}>
        Copy the text
      </button>
      <span className="hint" role="status">
        {state === "copied" && "Copied."}
        {state === "failed" && "The browser did not allow it. Please select the text and copy it."}
      </span>
    </>
  );
}
