import { teamCopy } from "#copy/current.ts";
import { type ComponentProps, useState } from "react";
import type { Person } from "#contract/inbox/inbox.ts";
import { useOptionKeys } from "#web/admin/forms/use-option-keys.ts";
import { Avatar, personName } from "#web/admin/shell/person.tsx";
import { DraftBox, replaceIn } from "../drafts/draft-box.tsx";
import "./mention-box.css";
import { matchingPeople, mentionName, typedMention } from "./mentions.ts";

const maxSuggestions = 6;

/** A text in which an @ opens a list of the team. The focus stays in the text, whose keys move in the list. */
export function MentionBox({ people, ...props }: { people: readonly Person[] } & ComponentProps<typeof DraftBox>) {
  const { box } = props;
  const [typed, setTyped] = useState<ReturnType<typeof typedMention>>();
  const found = typed === undefined ? [] : matchingPeople(typed.words, people).slice(0, maxSuggestions);
  const isOpen = found.length > 0;
  const { field, list, option, moveTo } = useOptionKeys(found, {
    onChoose: choose,
    onLeave: () => setTyped(undefined),
    chooseKeys: ["Enter", "Tab"],
  });

  function choose(person: Person) {
    if (box.current === null || typed === undefined) return;
    replaceIn(box.current, [typed.from, box.current.selectionStart], `@${mentionName(person, people)} `);
    setTyped(undefined);
  }

  return (
    <div className="mention-box">
      <DraftBox
        {...props}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? list.id : undefined}
        {...(isOpen && field)}
        onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) => {
          const now = selectionStart === selectionEnd ? typedMention(value, selectionStart) : undefined;
          if (now?.from === typed?.from && now?.words === typed?.words) return;
          setTyped(now);
          moveTo(0);
        }}
        onBlur={() => setTyped(undefined)}
      />
      {isOpen && (
        <div {...list} className="mention-choices" aria-label={teamCopy.inquiry.notes.members}>
          {found.map((person, place) => (
            <div key={person.id} {...option(place)}>
              <Avatar email={person.email} size="small" />
              <strong>{personName(person.email)}</strong>
              <span>{person.email}</span>
            </div>
          ))}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {isOpen && teamCopy.inquiry.notes.membersFound(found.length)}
      </p>
    </div>
  );
}
