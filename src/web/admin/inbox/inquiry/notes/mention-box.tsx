import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from "react";
import type { Person } from "#contract/inbox.ts";
import { Avatar, personName } from "#web/admin/shell/person.tsx";
import { DraftBox, replaceIn } from "../drafts/draft-box.tsx";
import "./mention-box.css";
import { matchingPeople, mentionName, typedMention } from "./mentions.ts";

const shownAtOnce = 6;

/** A text in which an @ opens a list of the team. The focus stays in the text, whose keys move in the list. */
export function MentionBox({ people, ...props }: { people: readonly Person[] } & ComponentProps<typeof DraftBox>) {
  const { box } = props;
  const id = useId();
  const [typed, setTyped] = useState<ReturnType<typeof typedMention>>();
  const [at, setAt] = useState(0);
  const found = typed === undefined ? [] : matchingPeople(typed.words, people).slice(0, shownAtOnce);
  const current = Math.min(at, found.length - 1);
  const isOpen = found.length > 0;
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);

  function choose(person: Person) {
    if (box.current === null || typed === undefined) return;
    replaceIn(box.current, [typed.from, box.current.selectionStart], `@${mentionName(person, people)} `);
    setTyped(undefined);
  }

  function hear(event: KeyboardEvent<HTMLTextAreaElement>) {
    const person = found[current];
    if (person === undefined || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((current + step + found.length) % found.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(person);
    else if (event.key === "Escape") setTyped(undefined);
    else return;
    event.preventDefault();
  }

  return (
    <div className="mention-box">
      <DraftBox
        {...props}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${current}` : undefined}
        onKeyDown={hear}
        onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) => {
          const now = selectionStart === selectionEnd ? typedMention(value, selectionStart) : undefined;
          if (now?.from === typed?.from && now?.words === typed?.words) return;
          setTyped(now);
          setAt(0);
        }}
        onBlur={() => setTyped(undefined)}
      />
      {isOpen && (
        <div id={`${id}-list`} className="mention-choices" role="listbox" aria-label="Members">
          {found.map((person, place) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The text hears the keys.
            <div
              key={person.id}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === current}
              // The text keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar email={person.email} size="small" />
              <strong>{personName(person.email)}</strong>
              <span>{person.email}</span>
            </div>
          ))}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {isOpen &&
          `${found.length} ${found.length === 1 ? "member" : "members"}: up and down to choose, Enter to insert.`}
      </p>
    </div>
  );
}
