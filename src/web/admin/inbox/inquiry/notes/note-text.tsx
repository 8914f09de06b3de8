import { Fragment } from "react";
import type { Note } from "#contract/inbox/inbox.ts";
import { langOf } from "#web/ui/text-language.ts";
import { mentionParts } from "./mentions.ts";

/** The text of a note, with marks on those that it mentions. */
export function NoteText({ note: { text, mentions } }: { note: Note }) {
  return (
    <p className="entry-text" dir="auto" lang={langOf(text)}>
      {mentionParts(text, mentions).map((part, place) =>
        part.person === undefined ? (
          <Fragment key={place}>{part.text}</Fragment>
        ) : (
          <mark key={place} className="mention" title={part.person.email}>
            {part.text}
          </mark>
        ),
      )}
    </p>
  );
}
