import { teamCopy } from "#copy/current.ts";
import { language as spoken } from "#copy/locale/language.ts";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";
import { paths } from "#contract/paths.ts";
import type { SavedReply } from "#contract/inbox/saved-reply.ts";
import { textIn } from "#domain/inquiries/saved-reply.ts";
import type { Language } from "#domain/languages.ts";
import { fetchReplies, repliesKey } from "../../../saved-replies/use-replies.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useOptionKeys } from "#web/admin/forms/use-option-keys.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Link } from "#web/page/router.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { languageNote } from "../../reply-language.ts";
import { matchingReplies } from "../../../saved-replies/matching-replies.ts";
import { useFocusOnMount } from "#web/ui/fields/use-focus-on-mount.ts";

const maxSuggestions = 50;

/** A button that opens the list of saved replies, which a typed text filters. */
export function SavedReplyPicker(props: {
  /** Language of the inquiry: the list has the texts that would be inserted. */
  language: Language | null;
  open: boolean;
  isBusy: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** Closes and goes back to the text, with a slash that was meant as text. */
  onLeave: (typed: "" | "/") => void;
  onChoose: (reply: SavedReply) => void;
}) {
  const { language, open, isBusy, onOpen, onClose, onLeave, onChoose } = props;
  const place = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={place}
      className="reply-picker"
      onBlur={({ relatedTarget }) => {
        if (open && relatedTarget !== null && place.current?.contains(relatedTarget) === false) onClose();
      }}
    >
      <IconButton
        label={teamCopy.replies.title}
        title={teamCopy.inquiry.composer.savedRepliesKey}
        aria-expanded={open}
        busy={isBusy}
        onClick={open ? () => onLeave("") : onOpen}
      >
        <AdminIcon name="replies" />
      </IconButton>
      {open && <ReplyList language={language} onLeave={onLeave} onChoose={onChoose} />}
    </div>
  );
}

/** A combobox with its list (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): the focus stays in the field. */
function ReplyList(props: {
  language: Language | null;
  onLeave: (typed: "" | "/") => void;
  onChoose: (reply: SavedReply) => void;
}) {
  const { language, onLeave, onChoose } = props;
  const { data, error } = useQuery({ queryKey: repliesKey, queryFn: fetchReplies, staleTime: 60_000 });
  const [words, setWords] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const found = matchingReplies(data ?? [], words);
  const shown = found.slice(0, maxSuggestions);
  const keys = useOptionKeys(shown, { onChoose, onLeave: () => onLeave("") });
  useFocusOnMount(field);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "/" || words !== "") return keys.field.onKeyDown(event);
    event.preventDefault();
    onLeave("/");
  }

  return (
    <div className="reply-choices">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={teamCopy.inquiry.composer.findReply}
        placeholder={teamCopy.inquiry.composer.findReply}
        autoComplete="off"
        aria-expanded={shown.length > 0}
        aria-controls={keys.list.id}
        {...keys.field}
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          keys.moveTo(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div {...keys.list} aria-label={teamCopy.replies.title}>
        {shown.map((reply, place) => (
          <div key={reply.id} {...keys.option(place)}>
            <strong dir="auto" lang={langOf(reply.title)}>
              {reply.title}
            </strong>
            <ReplyText reply={reply} language={language} />
          </div>
        ))}
      </div>
      <p role="status">
        {error !== null
          ? teamCopy.inquiry.composer.repliesNotLoaded(actionFailureText(error))
          : data === undefined
            ? teamCopy.replies.loading
            : data.length === 0
              ? teamCopy.inquiry.composer.noReplies
              : found.length === 0
                ? teamCopy.replies.notFound
                : found.length > shown.length && teamCopy.inquiry.composer.moreReplies(found.length - shown.length)}
      </p>
      {data?.length === 0 && <Link to={paths.replies}>{teamCopy.inquiry.composer.addReplies}</Link>}
    </div>
  );
}

/** The text that would be inserted, with its language if it is not the main one. */
function ReplyText({ reply, language }: { reply: SavedReply; language: Language | null }) {
  const { text, isVariant } = textIn(reply, language);
  return (
    <span dir="auto" lang={langOf(text)}>
      {isVariant && <span lang={spoken}>{languageNote(language)}: </span>}
      {text}
    </span>
  );
}
