import { teamCopy } from "#copy/current.ts";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Tag as TagFields, TagList } from "#contract/inbox/tag.ts";
import { tagColors, type TagColor, tagLimits } from "#domain/inquiries/tag.ts";
import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";
import { DraftForm } from "#web/admin/forms/draft-form.tsx";
import { LoadFailure } from "#web/admin/forms/failure.tsx";
import { useDraft } from "#web/admin/forms/use-draft.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { Tag, TagDot } from "./tag.tsx";
import { nextColor, useDeleteTag, useMergeTag, useSaveTag, useTagList } from "./use-tags.ts";
import { filled } from "#web/ui/filled.tsx";

type CountedTag = TagList["tags"][number];

/** The team's tags: made, renamed, recoloured, merged and deleted. */
export function TagsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={teamCopy.inboxList.tags.title} id="tags-title">
      {open && <Tags />}
    </Dialog>
  );
}

function Tags() {
  // Reloads the counts.
  const list = useTagList("always");
  const place = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<string>();
  const [merging, setMerging] = useState<CountedTag>();
  const [deleting, setDeleting] = useState<CountedTag>();
  const { tags = [], mayRemove = false } = list.data ?? {};
  const focusFirst = () => place.current?.querySelector("input")?.focus();

  function stopEditing(id: string) {
    setEditing(undefined);
    // The form that had the focus disappears.
    document.getElementById(rowId(id))?.focus();
  }

  return (
    <div ref={place} className="tags">
      <LoadFailure what={teamCopy.inboxList.tags.theTags} query={list} />
      {list.data === undefined ? (
        !list.isError && <Spinner text={teamCopy.inboxList.tags.loading} />
      ) : (
        <>
          <TagForm color={nextColor(tags)} />
          <h3>
            {tags.length === 0
              ? teamCopy.inboxList.tags.dialog.none
              : teamCopy.inboxList.tags.dialog.all(tags.length, tagLimits.all)}
          </h3>
          <ul>
            {tags.map((tag) => (
              <li key={tag.id} id={rowId(tag.id)} tabIndex={-1}>
                {editing === tag.id ? (
                  <TagForm tag={tag} color={tag.color} onClose={() => stopEditing(tag.id)} />
                ) : (
                  <>
                    <Tag tag={tag} />
                    <span className="hint">{teamCopy.inbox.inquiries(tag.inquiries)}</span>
                    <Menu label={teamCopy.inboxList.tags.dialog.actions(tag.name)} button={<AdminIcon name="more" />}>
                      <MenuItem onClick={() => setEditing(tag.id)}>
                        <AdminIcon name="edit" />
                        {teamCopy.inboxList.tags.dialog.edit}
                      </MenuItem>
                      {mayRemove && tags.length > 1 && (
                        <MenuItem onClick={() => setMerging(tag)}>
                          <AdminIcon name="tag" />
                          {teamCopy.inboxList.tags.dialog.merge}
                        </MenuItem>
                      )}
                      {mayRemove && (
                        <MenuItem danger onClick={() => setDeleting(tag)}>
                          <AdminIcon name="trash" />
                          {teamCopy.inboxList.tags.dialog.delete}
                        </MenuItem>
                      )}
                    </Menu>
                  </>
                )}
              </li>
            ))}
          </ul>
          {!mayRemove && <p className="hint">{teamCopy.inboxList.tags.dialog.whoRemoves}</p>}
        </>
      )}
      <MergeTag tag={merging} tags={tags} onClose={() => setMerging(undefined)} onDone={focusFirst} />
      <DeleteTag tag={deleting} onClose={() => setDeleting(undefined)} onDone={focusFirst} />
    </div>
  );
}

function rowId(id: string): string {
  return `tag-${id}`;
}

/** The fields of a tag: a new one, or `tag`. */
function TagForm(props: { tag?: TagFields; color: TagColor; onClose?: () => void }) {
  const { tag, onClose } = props;
  const { form: texts, colors } = teamCopy.inboxList.tags;
  const draft = useDraft({
    start: { name: tag?.name ?? "", color: undefined as TagColor | undefined },
    save: useSaveTag(tag?.id),
    send: ({ name, color = props.color }) => ({ name, color }),
    onSaved: onClose ?? begin,
  });

  /** The next one. */
  function begin() {
    // The field is inert until this is rendered.
    flushSync(() => draft.restart());
    draft.form.current?.querySelector("input")?.focus();
  }

  return (
    <DraftForm
      draft={draft}
      className="form tag-form"
      label={tag === undefined ? texts.new : texts.change(tag.name)}
      action={tag === undefined ? texts.add : teamCopy.forms.save}
      focusFirst="input"
      fieldsWithError={["name"]}
      onLeave={onClose}
    >
      <Field
        label={tag === undefined ? texts.new : texts.name}
        {...draft.text("name", { required: true, maxLength: tagLimits.name, autoComplete: "off", dir: "auto" })}
      />
      <fieldset className="tag-colors">
        <legend className="visually-hidden">{texts.color}</legend>
        {tagColors.map((each) => (
          <label key={each} title={colors[each]}>
            <input
              type="radio"
              name={`${draft.id}-color`}
              aria-label={colors[each]}
              checked={each === (draft.typed.color ?? props.color)}
              onChange={() => draft.set({ color: each })}
            />
            <TagDot color={each} />
          </label>
        ))}
      </fieldset>
    </DraftForm>
  );
}

interface RemovalProps {
  tag: CountedTag | undefined;
  onClose: () => void;
  /** The row that had the focus is gone. */
  onDone: () => void;
}

function MergeTag({ tag, tags, onClose, onDone }: RemovalProps & { tags: readonly CountedTag[] }) {
  const id = useId();
  const change = useMergeTag();
  const [chosen, setChosen] = useState<string>();
  const others = tags.filter((other) => other.id !== tag?.id);
  const mergeTarget = others.find((other) => other.id === chosen) ?? others[0];
  return (
    <ConfirmedChange
      about={tag}
      title={({ name }) => teamCopy.inboxList.tags.merge.title(name)}
      id="merge-tag"
      action={teamCopy.inboxList.tags.merge.action}
      busyAction={teamCopy.inboxList.tags.merge.busy}
      change={change}
      input={({ id: merged }) => ({ id: merged, into: mergeTarget?.id ?? "" })}
      onClose={onClose}
      onDone={onDone}
      fields={
        <Select
          id={`${id}-into`}
          label={teamCopy.inboxList.tags.merge.into}
          value={mergeTarget?.id}
          onChange={({ target }) => setChosen(target.value)}
        >
          {others.map((other) => (
            <option key={other.id} value={other.id}>
              {other.name}
            </option>
          ))}
        </Select>
      }
    >
      {({ inquiries, name }) => (
        <>
          {filled(teamCopy.inboxList.tags.merge.about(inquiries), {
            into: <strong dir="auto">{mergeTarget?.name}</strong>,
            tag: <strong dir="auto">{name}</strong>,
          })}{" "}
          {teamCopy.inboxList.tags.cannotBeUndone}
        </>
      )}
    </ConfirmedChange>
  );
}

function DeleteTag({ tag, onClose, onDone }: RemovalProps) {
  return (
    <ConfirmedChange
      about={tag}
      title={({ name }) => teamCopy.inboxList.tags.delete.title(name)}
      id="delete-tag"
      action={teamCopy.inboxList.tags.delete.action}
      busyAction={teamCopy.inboxList.tags.delete.busy}
      change={useDeleteTag()}
      input={({ id }) => id}
      onClose={onClose}
      onDone={onDone}
    >
      {({ inquiries }) => {
        const { ofNone, loses } = teamCopy.inboxList.tags.delete;
        return `${inquiries === 0 ? ofNone : loses(inquiries)} ${teamCopy.inboxList.tags.cannotBeUndone}`;
      }}
    </ConfirmedChange>
  );
}
