import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Tag as TagFields, TagList } from "#contract/tag.ts";
import { tagColors, type TagColor, tagLimits } from "#domain/inquiries/tag.ts";
import { ApiError } from "#web/api/api-client.ts";
import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";
import { actionFailureText, LoadFailure } from "#web/admin/forms/failure.tsx";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, Select } from "#web/ui/field.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { inquiriesText } from "../inbox-copy.ts";
import { colorLabels, tagCopy } from "./tag-copy.ts";
import { Tag, TagDot } from "./tag.tsx";
import { nextColor, useDeleteTag, useMergeTag, useSaveTag, useTagList } from "./use-tags.ts";

type CountedTag = TagList["tags"][number];

/** The team's tags: made, renamed, recoloured, merged and deleted. */
export function TagsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Tags" id="tags-title">
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
      <LoadFailure what="The tags" query={list} />
      {list.data === undefined ? (
        !list.isError && <Spinner text={tagCopy.loading} />
      ) : (
        <>
          <TagForm color={nextColor(tags)} />
          <h3>{tags.length === 0 ? "No tags yet" : `All tags (${tags.length} of ${tagLimits.all})`}</h3>
          <ul>
            {tags.map((tag) => (
              <li key={tag.id} id={rowId(tag.id)} tabIndex={-1}>
                {editing === tag.id ? (
                  <TagForm tag={tag} color={tag.color} onClose={() => stopEditing(tag.id)} />
                ) : (
                  <>
                    <Tag tag={tag} />
                    <span className="hint">{inquiriesText(tag.inquiries)}</span>
                    <Menu label={`Actions for ${tag.name}`} button={<AdminIcon name="more" />}>
                      <MenuItem onClick={() => setEditing(tag.id)}>
                        <AdminIcon name="edit" />
                        Rename or recolour
                      </MenuItem>
                      {mayRemove && tags.length > 1 && (
                        <MenuItem onClick={() => setMerging(tag)}>
                          <AdminIcon name="tag" />
                          Merge into another
                        </MenuItem>
                      )}
                      {mayRemove && (
                        <MenuItem danger onClick={() => setDeleting(tag)}>
                          <AdminIcon name="trash" />
                          Delete
                        </MenuItem>
                      )}
                    </Menu>
                  </>
                )}
              </li>
            ))}
          </ul>
          {!mayRemove && <p className="hint">Owners, and agents whom an owner allowed, merge and delete tags.</p>}
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
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(tag?.name ?? "");
  const [chosen, setChosen] = useState<TagColor>();
  const color = chosen ?? props.color;
  const { mutate, isPending, error } = useSaveTag(tag?.id);
  const errors = error instanceof ApiError ? error.errors : {};
  useFocusFirstInvalid(form, error);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  function send(event: FormEvent) {
    event.preventDefault();
    if (!isPending) mutate({ name, color }, { onSuccess: onClose ?? begin });
  }

  /** The next one. */
  function begin() {
    setName("");
    setChosen(undefined);
    form.current?.querySelector("input")?.focus();
  }

  return (
    <form
      ref={form}
      className="form tag-form"
      aria-label={tag === undefined ? "New tag" : `Change ${tag.name}`}
      onSubmit={send}
    >
      {error !== null && errors["name"] === undefined && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <Field
        id={`${id}-name`}
        label={tag === undefined ? "New tag" : "Name"}
        error={errors["name"]}
        input={{
          required: true,
          maxLength: tagLimits.name,
          autoComplete: "off",
          dir: "auto",
          value: name,
          onChange: (event: { target: { value: string } }) => setName(event.target.value),
        }}
      />
      <fieldset className="tag-colors">
        <legend className="visually-hidden">Colour</legend>
        {tagColors.map((each) => (
          <label key={each} title={colorLabels[each]}>
            <input
              type="radio"
              name={`${id}-color`}
              aria-label={colorLabels[each]}
              checked={each === color}
              onChange={() => setChosen(each)}
            />
            <TagDot color={each} />
          </label>
        ))}
      </fieldset>
      <div className="form-actions">
        <SubmitButton busy={isPending} busyText="Saving...">
          {tag === undefined ? "Add tag" : "Save"}
        </SubmitButton>
        {onClose !== undefined && (
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
    </form>
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
  const into = others.find((other) => other.id === chosen) ?? others[0];
  return (
    <ConfirmedChange
      open={tag !== undefined}
      title={`Merge ${tag?.name} into another tag?`}
      id="merge-tag"
      action="Merge"
      busyAction="Merging..."
      change={change}
      input={{ id: tag?.id ?? "", into: into?.id ?? "" }}
      onClose={onClose}
      onDone={onDone}
      fields={
        <Select id={`${id}-into`} label="Into" value={into?.id} onChange={({ target }) => setChosen(target.value)}>
          {others.map((other) => (
            <option key={other.id} value={other.id}>
              {other.name}
            </option>
          ))}
        </Select>
      }
    >
      {inquiriesText(tag?.inquiries ?? 0)} {tag?.inquiries === 1 ? "gets" : "get"}{" "}
      <strong dir="auto">{into?.name}</strong> instead, and <strong dir="auto">{tag?.name}</strong> is deleted.{" "}
      {tagCopy.cannotBeUndone}
    </ConfirmedChange>
  );
}

function DeleteTag({ tag, onClose, onDone }: RemovalProps) {
  return (
    <ConfirmedChange
      open={tag !== undefined}
      title={`Delete the tag ${tag?.name}?`}
      id="delete-tag"
      action="Delete"
      busyAction="Deleting..."
      change={useDeleteTag()}
      input={tag?.id ?? ""}
      onClose={onClose}
      onDone={onDone}
    >
      {tag?.inquiries === 0
        ? "No inquiry has it."
        : `${inquiriesText(tag?.inquiries ?? 0)} ${tag?.inquiries === 1 ? "loses" : "lose"} it.`}{" "}
      {tagCopy.cannotBeUndone}
    </ConfirmedChange>
  );
}
