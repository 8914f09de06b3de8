import { teamCopy } from "#copy/current.ts";
import { useEffect, useId, useRef, useState } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import type { Tag as TagFields } from "#contract/inbox/tag.ts";
import { tagKey, tagLimits } from "#domain/inquiries/tag.ts";
import { ApiError } from "#web/api/api-client.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useOptionKeys } from "#web/admin/forms/use-option-keys.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import type { InquiryActions } from "../use-changes.ts";
import { taggedText } from "./tagged-text.ts";
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
      <span id={`${id}-label`}>{teamCopy.inboxList.tags.title}</span>
      <div className="tag-list">
        {tags.map((tag) => (
          <Tag key={tag.id} tag={tag}>
            {!isBinned && (
              <IconButton
                label={teamCopy.inboxList.tags.remove(tag.name)}
                onClick={() => {
                  opener.current?.focus();
                  actions.change([inquiry], { tags: { add: [], remove: [tag.id] } }, taggedText([], [tag.name]));
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
            label={teamCopy.inboxList.tags.add}
            title={teamCopy.inboxList.tags.addByKey}
            aria-expanded={isTagging}
            onClick={() => onTagging(!isTagging)}
          >
            <AdminIcon name="add" />
          </IconButton>
        )}
      </div>
      {isTagging && isFull && (
        <p className="hint" role="status">
          {teamCopy.inboxList.tags.full(tagLimits.each)}
        </p>
      )}
      {isTagging && !isFull && !isBinned && (
        <TagBox
          present={inquiry.tags}
          onLeave={close}
          onChoose={({ id: add, name }) =>
            actions.change([inquiry], { tags: { add: [add], remove: [] } }, taggedText([name], []))
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
  const field = useRef<HTMLInputElement>(null);
  const key = tagKey(typed);
  const tags = data?.tags ?? [];
  const found = tags.filter((tag) => !present.includes(tag.id) && tagKey(tag.name).includes(key));
  const isNew = data !== undefined && key !== "" && tags.every(({ name }) => tagKey(name) !== key);
  const options: Array<TagFields | "new"> = isNew ? [...found, "new"] : found;
  const { field: keys, list, option: optionAt, moveTo } = useOptionKeys(options, { onChoose: choose, onLeave });
  useEffect(() => {
    // After the sheet with the details has opened, which takes the focus.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  function choose(option: TagFields | "new") {
    if (save.isPending) return;
    if (option === "new") save.mutate({ name: typed, color: nextColor(tags) }, { onSuccess: take });
    else take(option);
  }

  function take(tag: TagFields) {
    onChoose(tag);
    setTyped("");
    moveTo(0);
  }

  return (
    <div className="tag-box">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={teamCopy.inboxList.tags.find}
        placeholder={teamCopy.inboxList.tags.find}
        autoComplete="off"
        maxLength={tagLimits.name}
        aria-expanded={options.length > 0}
        aria-controls={list.id}
        {...keys}
        aria-describedby={`${id}-status`}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          moveTo(0);
          save.reset();
        }}
      />
      <div {...list} aria-label={teamCopy.inboxList.tags.title}>
        {options.map((option, place) => (
          <div key={option === "new" ? option : option.id} {...optionAt(place)}>
            {option === "new" ? <AdminIcon name="add" /> : <TagDot color={option.color} />}
            <span dir="auto">{option === "new" ? teamCopy.inboxList.tags.make(typed.trim()) : option.name}</span>
          </div>
        ))}
      </div>
      <p id={`${id}-status`} role="status">
        {save.error !== null
          ? (save.error instanceof ApiError && save.error.errors["name"]) || actionFailureText(save.error)
          : error !== null && data === undefined
            ? teamCopy.inboxList.tags.notLoaded(actionFailureText(error))
            : data === undefined
              ? teamCopy.inboxList.tags.loading
              : tags.length === 0 && key === ""
                ? teamCopy.inboxList.tags.none
                : options.length === 0 && teamCopy.inboxList.tags.notFound}
      </p>
    </div>
  );
}
