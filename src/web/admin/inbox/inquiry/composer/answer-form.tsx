import { teamCopy } from "#copy/current.ts";
import { type RefObject, useRef, useState } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { entryLimit } from "#domain/inquiries/inquiry.ts";
import { withSignature } from "#domain/profile.ts";
import { answerLinks } from "#domain/inquiries/answer-link.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { useClosingEnter } from "#web/admin/own-settings/use-own-settings.ts";
import { useOwnAuthor } from "#web/admin/profile/use-profile.ts";
import { choiceChange } from "../../team-fields.ts";
import { insertedText, languageNote } from "../../reply-language.ts";
import type { InquiryActions } from "../../use-changes.ts";
import { type Replies, type ReplyFields, sentTextOf } from "../../use-replies.ts";
import { DraftBox, DraftLine, LengthLine, replaceIn } from "../drafts/draft-box.tsx";
import { AttachButton, AttachedFiles, type ChangeFiles, useAttach } from "./attach-files.tsx";
import { ElsewhereBar } from "./elsewhere-bar.tsx";
import { type Elsewhere, ElsewhereLinks } from "./elsewhere-links.tsx";
import { SavedReplyPicker } from "./saved-reply-picker.tsx";
import type { Answer } from "./use-answer.ts";
import { langOf } from "#web/ui/text-language.ts";

const sendingKeys = "Ctrl + Enter";
const closingKeys = "Ctrl + Shift + Enter";

/** The text of an answer, the buttons that send it, and links to send it from another app. */
export function AnswerForm(props: {
  inquiry: InquiryDetail;
  answer: Answer;
  savedAt: number | undefined;
  /** Way in which the buttons send it. */
  way: "email" | "page";
  unsent: Replies["unsent"][string] | undefined;
  files: readonly File[];
  onFiles: ChangeFiles;
  /** Whether it was to be sent without a text. */
  isMissing: boolean;
  actions: InquiryActions;
  box: RefObject<HTMLTextAreaElement | null>;
  /** Takes the focus of what disappears. */
  focusFallback: RefObject<HTMLElement | null>;
  picksReply: boolean;
  onPickReply: (isOpen: boolean) => void;
  onSend: (fields: ReplyFields) => void;
  onNext: (() => void) | undefined;
}) {
  const {
    inquiry,
    answer,
    savedAt,
    way,
    unsent,
    files,
    onFiles,
    isMissing,
    actions,
    box,
    focusFallback,
    picksReply,
    onPickReply,
    onSend,
    onNext,
  } = props;
  const { text } = answer.draft;
  const language = languageNote(inquiry.language);
  const [sentFrom, setSentFrom] = useState<Elsewhere>();
  const main = useRef<HTMLButtonElement>(null);
  const plain = useRef<HTMLButtonElement>(null);
  const enterCloses = useClosingEnter();
  const { signature } = useOwnAuthor(inquiry.language);
  const [isUnsigned, setUnsigned] = useState(false);
  const fields = isUnsigned ? { way } : { way, signature };
  const signed = sentTextOf(answer.draft, { ...fields, status: "answered" });
  // The signature is not offered if the text has it already.
  const isOffered = withSignature(text === "" ? "-" : text, signature) !== (text === "" ? "-" : text);
  const links = answerLinks(inquiry, text);
  const isOpen = inquiry.status !== "answered" && inquiry.status !== "closed";
  // An email from another program is not logged: only those that the server sends are.
  const asks = sentFrom !== undefined && (sentFrom !== "email" || isOpen) ? sentFrom : undefined;
  const isSending = unsent?.state === "sending";
  const attach = useAttach(files, onFiles);
  // A picture that is made small still belongs to the reply.
  const isBusy = isSending || attach.isAdding;
  const copying = useCopyText(text, box);
  const attachButton = useRef<HTMLButtonElement>(null);

  function mark(status: "answered" | "closed") {
    setSentFrom(undefined);
    actions.change([inquiry], ...choiceChange("status", status), true);
    if (status === "closed") onNext?.();
  }

  return (
    <>
      <ElsewhereLinks
        // The server sends emails if `mayEmail`, so the link is not needed.
        links={inquiry.mayEmail ? { ...links, email: null } : links}
        onOpen={setSentFrom}
      />
      {unsent?.state === "failed" && (
        <Alert role="alert">
          <strong>{teamCopy.inquiry.composer.notSent}</strong> {unsent.reason} {teamCopy.inquiry.composer.kept}
        </Alert>
      )}
      {isMissing && (
        <Alert role="alert">
          {asks === "phone"
            ? teamCopy.inquiry.composer.missingCall
            : asks === "whatsapp"
              ? teamCopy.inquiry.composer.missingChat
              : text.trim() === ""
                ? teamCopy.inquiry.composer.missing
                : teamCopy.inquiry.composer.onlyGreeting}
        </Alert>
      )}
      <DraftBox
        box={box}
        aria-label={teamCopy.inquiry.composer.text}
        placeholder={teamCopy.inquiry.composer.placeholder}
        aria-invalid={signed.length > entryLimit || undefined}
        readOnly={isSending}
        value={text}
        onType={answer.type}
        onSend={(withShift) => {
          // The button is the main one while the form asks what was sent elsewhere.
          const closes = asks !== undefined || withShift !== enterCloses;
          (closes ? main : plain).current?.click();
        }}
        prefilled={answer.isUnwritten}
        onPaste={attach.onPaste}
        onDrop={attach.onDrop}
        onKeyDown={(event) => {
          if (event.key !== "/" || !isAtEmptyLine(event.currentTarget)) return;
          event.preventDefault();
          onPickReply(true);
        }}
      />
      {isOffered && (
        <SignatureLine signature={signature} isLeftOut={isUnsigned} onSwitch={() => setUnsigned(!isUnsigned)} />
      )}
      <LengthLine text={signed} limit={entryLimit} />
      {inquiry.phone === "" && inquiry.email === "" && <p className="hint">{teamCopy.inquiry.composer.noWay}</p>}
      {links.phone === null && inquiry.phone !== "" && <p className="hint">{teamCopy.inquiry.composer.notReachable}</p>}
      <AttachedFiles
        attach={attach}
        button={attachButton}
        progress={unsent?.state === "sending" ? unsent.progress : undefined}
      />
      <p className="hint" role="status">
        {answer.isVariant !== undefined && language !== null && insertedText(answer.isVariant, language)}
      </p>
      <div role="status">
        {asks !== undefined && (
          <ElsewhereBar
            from={asks}
            main={main}
            focusFallback={focusFallback}
            isBusy={isBusy}
            onNo={() => setSentFrom(undefined)}
            onDone={(status) => (asks === "email" ? mark(status) : onSend({ way: asks, status }))}
          />
        )}
      </div>
      <div className="composer-actions answer-actions">
        <SavedReplyPicker
          language={inquiry.language}
          open={picksReply && !isSending}
          isBusy={isSending}
          onOpen={() => onPickReply(true)}
          onClose={() => onPickReply(false)}
          onLeave={(typed) => {
            onPickReply(false);
            if (box.current === null) return;
            const { selectionStart, selectionEnd } = box.current;
            replaceIn(box.current, [selectionStart, selectionEnd], typed);
          }}
          onChoose={(reply) => {
            onPickReply(false);
            answer.insert(reply);
          }}
        />
        <AttachButton attach={attach} button={attachButton} isBusy={isSending} />
        <IconButton
          className="at-desk"
          label={teamCopy.inquiry.composer.copyText}
          title={teamCopy.inquiry.composer.copyText}
          onClick={() => void copying.copyText()}
        >
          <Icon name={copying.state === "copied" ? "check" : "copy"} />
        </IconButton>
        <DraftLine savedAt={savedAt} isBusy={isSending} onDiscard={answer.discard} />
        <Menu
          className="at-phone"
          label={teamCopy.inquiry.composer.more}
          button={copying.state === "copied" ? <Icon name="check" /> : <AdminIcon name="more" />}
        >
          <MenuItem onClick={() => void copying.copyText()}>
            <Icon name="copy" />
            {teamCopy.inquiry.composer.copyText}
          </MenuItem>
          {savedAt !== undefined && (
            <MenuItem danger disabled={isSending} onClick={answer.discard}>
              <AdminIcon name="trash" />
              {teamCopy.inquiry.drafts.discard}
            </MenuItem>
          )}
        </Menu>
        <span className={copying.state === "failed" ? "hint" : "visually-hidden"} role="status">
          {copying.state === "copied" && teamCopy.inquiry.composer.copied}
          {copying.state === "failed" && teamCopy.inquiry.composer.notCopied}
        </span>
        <span className="composer-space" />
        <Button
          ref={plain}
          variant="secondary"
          busy={isBusy}
          title={enterCloses ? closingKeys : sendingKeys}
          onClick={() => onSend({ ...fields, status: "answered" })}
        >
          {teamCopy.inquiry.composer.send}
        </Button>
        <Button
          ref={asks === undefined ? main : undefined}
          variant={asks === undefined ? undefined : "secondary"}
          busy={isBusy}
          title={enterCloses ? sendingKeys : closingKeys}
          onClick={() => onSend({ ...fields, status: "closed" })}
        >
          {isSending ? teamCopy.inquiry.composer.sending : teamCopy.inquiry.composer.sendAndClose}
        </Button>
      </div>
    </>
  );
}

/** Returns whether the caret is on a line without text. */
function isAtEmptyLine({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean {
  const before = selectionStart === 0 || value[selectionStart - 1] === "\n";
  return selectionStart === selectionEnd && before && (value[selectionStart] ?? "\n") === "\n";
}

/** Copies the text, for replying from an app that no link opens. */
function useCopyText(text: string, box: RefObject<HTMLTextAreaElement | null>) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  async function copyText() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      box.current?.select();
      setState("failed");
    }
  }

  return { state, copyText };
}

/** The signature as the visitor will see it below the reply; it can be left out of this one. */
function SignatureLine(props: { signature: string; isLeftOut: boolean; onSwitch: () => void }) {
  const { signature, isLeftOut, onSwitch } = props;
  const texts = teamCopy.profile.composer;
  return (
    <div className="signature-line">
      {!isLeftOut && (
        <p role="note" aria-label={texts.signature} dir="auto" lang={langOf(signature)}>
          {signature}
        </p>
      )}
      <Button variant="quiet" size="small" onClick={onSwitch}>
        {isLeftOut ? texts.putBack : texts.leaveOut}
      </Button>
    </div>
  );
}
