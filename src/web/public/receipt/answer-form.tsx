import { copy } from "#copy/current.ts";
import { here } from "#web/page/router.tsx";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { receiptLink } from "#contract/paths.ts";
import type { Receipt } from "#contract/inquiries/submission.ts";
import { entryLimit } from "#domain/inquiries/inquiry.ts";
import { ApiError } from "#web/api/api-client.ts";
import { conversationApi } from "#web/api/conversation-api.ts";
import { newUuid } from "#web/page/uuid.ts";
import { usePageData } from "#web/page/page-data.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { AttachmentField } from "#web/ui/files/attachment-field.tsx";
import { chosenFiles, countFiles } from "#web/ui/files/chosen-files.ts";
import { Drawing } from "#web/ui/icon.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { keepInTab, keptInTab } from "../inquiry/draft-in-tab.ts";
import { Counter, HiddenFields, Refusal } from "../inquiry/message-form.tsx";
import { isKeyTaken, sendWithWork } from "../inquiry/send-submission.ts";
import { textIn } from "../inquiry/use-message-form.ts";

const id = "answer-text";
const filesId = "answer-attachments";

const upwards = "M12 19V5M6 11l6-6 6 6";
const clip = "m20 11-8 8a5 5 0 0 1-7-7l8-8a3 3 0 0 1 5 4l-8 8a1.5 1.5 0 0 1-2-2l7-7";

interface Refused {
  message: string;
  errors: { text?: string; attachments?: string };
  isOffline?: boolean;
  retryAfter?: number | undefined;
}

/**
 * Form for a visitor's answer, sent by the browser without scripts, by a call with them. `keyed` is the key of the
 * private page. The typed text stays in this tab until it is accepted; sending the same text again counts once.
 */
export function AnswerForm({ keyed, onAnswered }: { keyed: string; onAnswered: (receipt: Receipt) => void }) {
  const { form: plain, refusedAnswer } = usePageData();
  const [refused, setRefused] = useState<Refused | undefined>(
    refusedAnswer && { message: refusedAnswer.message, errors: {} },
  );
  const [isSending, setSending] = useState(false);
  const [progress, setProgress] = useState(0);
  const [lostFiles, setLostFiles] = useState(0);
  const [answers, setAnswers] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(plain?.key);
  const toast = useToast();
  const draft = `answer-${keyed.slice(0, 8)}` as const;
  useFocusFirstInvalid(form, refused, ".refusal");

  useEffect(() => {
    const kept = keptInTab(draft);
    const box = boxIn(form.current);
    if (kept === undefined || box === undefined || box.value !== "") return;
    box.value = kept.fields["text"] ?? "";
    key.current = kept.key ?? key.current;
    setLostFiles(kept.files ?? 0);
    // Updates the counter.
    form.current?.dispatchEvent(new Event("input"));
  }, [draft]);

  function keepTyped() {
    const text = boxIn(form.current)?.value ?? "";
    const files = countFiles(form.current);
    keepInTab(draft, text === "" ? undefined : { fields: { text }, key: key.current, files });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = textIn(data, "text");
    const homepage = textIn(data, "homepage");
    const marks = { ...(plain && { formTime: plain.formTime }), ...(homepage !== "" && { homepage }) };
    const idempotencyKey = (key.current ??= newUuid());
    setSending(true);
    setProgress(0);
    setRefused(undefined);
    keepTyped();
    try {
      const files = await chosenFiles(form.current);
      const sent = await sendWithWork(
        (form_) =>
          conversationApi.answer({ key: keyed, text, idempotencyKey }, form_, { files, onProgress: setProgress }),
        marks,
      );
      key.current = undefined;
      const box = boxIn(form.current);
      if (box !== undefined) box.value = "";
      form.current?.dispatchEvent(new Event("input"));
      setLostFiles(0);
      setAnswers((all) => all + 1);
      keepInTab(draft, undefined);
      onAnswered(sent.receipt);
      toast("success", sent.message);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      if (refusal !== undefined && isKeyTaken(refusal)) key.current = newUuid();
      const message = refusal?.serverMessage ?? copy.receipt.answerFailed;
      const retryAfter = refusal?.retryAfter;
      setRefused({ message, errors: refusal?.errors ?? {}, isOffline: !navigator.onLine, retryAfter });
    }
    setSending(false);
  }

  return (
    <form
      ref={form}
      id="answer"
      className="form answer-form"
      method="post"
      action={here(receiptLink(keyed))}
      encType="multipart/form-data"
      onInput={keepTyped}
      onSubmit={(event) => void submit(event)}
    >
      <HiddenFields isInUse />
      <Refusal
        refusal={refused?.message}
        isOffline={refused?.isOffline === true}
        onLater={undefined}
        retryAfter={refused?.retryAfter}
      />
      <div className="answer-row">
        <Field
          id={id}
          label={copy.receipt.answer}
          rows={3}
          aside={<Counter inputId={id} limit={entryLimit} initial={refusedAnswer?.text ?? ""} />}
          error={refused?.errors.text}
          hint={copy.receipt.answerHint}
          input={{ name: "text", required: true, defaultValue: refusedAnswer?.text, readOnly: isSending }}
        />
        {/* Shows the field without scripts; with scripts it also opens the browser's choice. */}
        <details key={`clip ${answers}`} className="clip">
          <summary
            className="plain"
            aria-label={copy.files.add}
            onClick={({ currentTarget }) => {
              if (currentTarget.parentElement?.hasAttribute("open")) return;
              document.getElementById(filesId)?.click();
            }}
          >
            <Drawing path={clip} />
          </summary>
        </details>
        <Button
          type="submit"
          disabled={isSending}
          aria-label={isSending ? copy.offlineQueue.sending : copy.receipt.send}
        >
          <Drawing path={upwards} />
        </Button>
        <AttachmentField
          key={answers}
          id={filesId}
          error={refused?.errors.attachments}
          lost={lostFiles}
          progress={isSending ? progress : undefined}
        />
      </div>
    </form>
  );
}

function boxIn(form: HTMLFormElement | null): HTMLTextAreaElement | undefined {
  const box = form?.elements.namedItem("text");
  return box instanceof HTMLTextAreaElement ? box : undefined;
}
