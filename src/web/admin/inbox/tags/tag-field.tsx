import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { InquiryDetail } from "#contract/inbox.ts";
import type { Tag as TagFields } from "#contract/tag.ts";
import { tagKey, tagLimits } from "#domain/inquiries/tag.ts";
import { ApiError } from "#web/api/api-client.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { InquiryActions } from "../use-changes.ts";
import { taggedWords, tagCopy } from "./tag-copy.ts";
import { Tag, TagDot } from "./tag.tsx";
import { nextColor, useSaveTag, useTagList, useTagsOf } from "./use-tags.ts";

export interface TagFieldProps {
  inquiry: InquiryDetail;
  actions: InquiryActions;
  /** Whether the box to add tags is open. */
  isTagging: boolean;
  onTagging: (isTagging: boolean) => void;
}

/** The tags of the open inquiry: each can be removed, and more added. */
export function TagField({ inquiry, actions, isTagging, onTagging }: TagFieldProps) {
  const tags = useTagsOf()(inquiry.tags);
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const isBinned = inquiry.binned !== null;
  const isFull = inquiry.tags.length >= tagLimits.each;
  if (isBinned && tags.length === 0) return null;

  function close() {
    onTagging(false);
    opener.current?.focus();
  }

  return (
    <div className="details-tags" role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`}>Tags</span>
      <div className="tag-list">
        {tags.map((tag) => (
          <Tag key={tag.id} tag={tag}>
            {!isBinned && (
              <IconButton
                label={`Remove the tag ${tag.name}`}
                onClick={() => {
                  opener.current?.focus();
                  actions.change([inquiry], { tags: { add: [], remove: [tag.id] } }, taggedWords([], [tag.name]));
                }}
              >
                <Icon name="close" />
              </IconButton>
            )}
          </Tag>
        ))}
        {!isBinned && (
          <IconButton
            ref={opener}
            className="add-tag"
            label="Add a tag"
            title="Add a tag (T)"
            aria-expanded={isTagging}
            onClick={() => onTagging(!isTagging)}
          >
            <AdminIcon name="add" />
          </IconButton>
        )}
      </div>
      {isTagging && isFull && (
        <p className="hint" role="status">
          {tagCopy.full}
        </p>
      )}
      {isTagging && !isFull && !isBinned && (
        <TagBox
          present={inquiry.tags}
          onLeave={close}
          onChoose={({ id: add, name }) =>
            actions.change([inquiry], { tags: { add: [add], remove: [] } }, taggedWords([name], []))
          }
        />
      )}
    </div>
  );
}

/** A combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/), which also makes a tag of what is typed. */
function TagBox(props: { present: readonly string[]; onChoose: (tag: TagFields) => void; onLeave: () => void }) {
  const { present, onChoose, onLeave } = props;
  const id = useId();
  const { data, error } = useTagList();
  const save = useSaveTag(undefined);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const key = tagKey(typed);
  const tags = data?.tags ?? [];
  const found = tags.filter((tag) => !present.includes(tag.id) && tagKey(tag.name).includes(key));
  const isNew = data !== undefined && key !== "" && tags.every(({ name }) => tagKey(name) !== key);
  const options: Array<TagFields | "new"> = isNew ? [...found, "new"] : found;
  const current = Math.min(at, options.length - 1);
  useEffect(() => {
    // After the sheet with the details has opened, which takes the focus.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);

  function choose(option: TagFields | "new") {
    if (save.isPending) return;
    if (option === "new") save.mutate({ name: typed, color: nextColor(tags) }, { onSuccess: take });
    else take(option);
  }

  function take(tag: TagFields) {
    onChoose(tag);
    setTyped("");
    setAt(0);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[current];
    if (step !== undefined) setAt((current + step + options.length) % Math.max(options.length, 1));
    else if (event.key === "Enter") {
      if (option !== undefined) choose(option);
    } else if (event.key === "Escape") {
      // It closes the box alone, not the sheet around it.
      event.stopPropagation();
      onLeave();
    } else return;
    event.preventDefault();
  }

  return (
    <div className="tag-box">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="Find or make a tag"
        placeholder="Find or make a tag"
        autoComplete="off"
        maxLength={tagLimits.name}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={options.length === 0 ? undefined : `${id}-${current}`}
        aria-describedby={`${id}-status`}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
          save.reset();
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Tags">
        {options.map((option, place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field hears the keys.
          <div
            key={option === "new" ? option : option.id}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === current}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {option === "new" ? <AdminIcon name="add" /> : <TagDot color={option.color} />}
            <span dir="auto">{option === "new" ? `Make the tag “${typed.trim()}”` : option.name}</span>
          </div>
        ))}
      </div>
      <p id={`${id}-status`} role="status">
        {save.error !== null
          ? (save.error instanceof ApiError && save.error.errors["name"]) || actionFailureText(save.error)
          : error !== null && data === undefined
            ? `The tags could not be loaded. ${actionFailureText(error)}`
            : data === undefined
              ? tagCopy.loading
              : tags.length === 0 && key === ""
                ? tagCopy.none
                : options.length === 0 && tagCopy.notFound}
      </p>
    </div>
  );
}
