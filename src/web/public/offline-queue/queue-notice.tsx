import { copy } from "#copy/current.ts";
import { here } from "#web/page/router.tsx";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { InquiryKind } from "#domain/inquiries/inquiry.ts";
import { keepInTab } from "../inquiry/draft-in-tab.ts";
import { InquiryReceipt } from "../receipt/receipt-parts.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { queuedCopy } from "./queue-sentences.ts";
import { paths } from "#contract/paths.ts";
import { createOfflineQueue, type Ended, type OfflineQueue, type QueueView } from "./offline-queue.ts";
import { queueName } from "./queue-mark.ts";
import { createQueueStore } from "./queue-store.ts";
import "./offline-queue.css";

const pageOf: Record<InquiryKind, string> = { message: paths.message, impostor: paths.report };

/** The offline queue and its notice; loaded only for those who use it or may use it. */
export function createQueueNotice() {
  let channel: BroadcastChannel | undefined;
  const messages = createOfflineQueue(createQueueStore(), (ended) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel is the site's own.
    channel?.postMessage(ended);
  });
  // Opened on first use: an open channel may exclude a page from the back/forward cache.
  messages.subscribe(() => {
    if (channel !== undefined || typeof BroadcastChannel === "undefined" || messages.views().length === 0) return;
    channel = new BroadcastChannel(queueName);
    channel.addEventListener("message", ({ data }: MessageEvent<Ended>) => messages.hear(data));
  });
  void messages.start().catch((error: unknown) => console.error("The offline queue could not be read.", error));
  return { messages, Notice: QueuedNotice };
}

/** One line for each submission that is queued, was just sent, or failed. */
function QueuedNotice({ messages }: { messages: OfflineQueue }) {
  const views = useSyncExternalStore(messages.subscribe, messages.views, messages.views);
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) messages.sendNow();
    };
    addEventListener("online", messages.sendNow);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      removeEventListener("online", messages.sendNow);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [messages]);
  if (views.length === 0) return null;
  return (
    <section className="queued" aria-label={copy.offlineQueue.label}>
      {views.map((view) => (
        <QueuedLine key={view.message.key} view={view} messages={messages} />
      ))}
    </section>
  );
}

function QueuedLine({ view, messages }: { view: QueueView; messages: OfflineQueue }) {
  const { message, state, isStored, isNew } = view;
  const words = queuedCopy(message);
  const line = useRef<HTMLDivElement>(null);
  const toast = useToast();

  // The button that had the focus is gone with its form, or was pressed in here.
  useEffect(() => {
    if (isNew) line.current?.focus();
  }, [isNew]);
  useEffect(() => {
    if (state.name === "sent") toast("success", state.accepted.message);
    if (state.name === "refused") toast("error", state.message);
  }, [state, toast]);

  /** The visitor wants it in its form, replacing the present text. */
  const correct = () => {
    // A reload must not lose what is no longer in the queue; its form keeps it with its key and files.
    keepInTab(message.kind, { fields: message.fields });
    void messages.takeBack(view, false);
  };
  const takeBack = () => void messages.takeBack(view, holdsText(message.kind));
  /** The pressed button disappears with its line: keep the focus. */
  const leaveAfter = (run: () => void) => () => {
    document.getElementById("main")?.focus();
    run();
  };
  const sendNow = () => {
    line.current?.focus();
    messages.sendNow();
  };
  const close = (
    <Button variant="secondary" size="small" onClick={leaveAfter(() => messages.dismiss(view))}>
      {copy.ui.close}
    </Button>
  );
  switch (state.name) {
    case "waiting":
    case "sending":
      return (
        <div className="line" ref={line} tabIndex={-1}>
          <p>{isStored ? words.waiting : words.waitingHere}</p>
          <p className="onward">
            <Button size="small" disabled={state.name === "sending"} onClick={sendNow}>
              {state.name === "sending" ? copy.offlineQueue.sending : copy.offlineQueue.sendNow}
            </Button>
            <Button variant="secondary" size="small" disabled={state.name === "sending"} onClick={leaveAfter(takeBack)}>
              {copy.offlineQueue.dontSend}
            </Button>
          </p>
        </div>
      );
    case "sent":
      return (
        <div className="line" data-tone="good" ref={line} tabIndex={-1}>
          <p>
            <strong>{words.sent}</strong> {state.accepted.message}
          </p>
          <InquiryReceipt accepted={state.accepted} />
          <p className="onward">{close}</p>
        </div>
      );
    case "refused":
      return (
        <Alert className="line" ref={line} tabIndex={-1}>
          <p>{words.refused(state.message)}</p>
          <p className="onward">
            <ButtonLink size="small" to={pageOf[message.kind]} onClick={correct}>
              {copy.offlineQueue.correct}
            </ButtonLink>
            <Button variant="secondary" size="small" onClick={leaveAfter(takeBack)}>
              {copy.offlineQueue.dontSend}
            </Button>
          </p>
        </Alert>
      );
    case "expired":
      return (
        <Alert className="line" ref={line} tabIndex={-1}>
          <p>{words.expired}</p>
          <p className="onward">
            <ButtonLink size="small" to={pageOf[message.kind]} onClick={correct}>
              {copy.offlineQueue.writeAgain}
            </ButtonLink>
            {close}
          </p>
        </Alert>
      );
    case "gone":
      return null;
  }
}

/** Returns whether the page's form of this kind, open or closed, has something typed in it. */
function holdsText(kind: InquiryKind): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    `form[action="${here(pageOf[kind])}"] :is(input:not([type=hidden]), textarea)`,
  );
  return [...fields].some(({ value }) => value.trim() !== "");
}
