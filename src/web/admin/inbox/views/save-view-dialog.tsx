import { teamCopy } from "#copy/current.ts";
import { useState } from "react";
import type { InboxFilter } from "#contract/inbox/inbox.ts";
import type { SavedView } from "#contract/inbox/saved-view.ts";
import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";
import { DraftForm } from "#web/admin/forms/draft-form.tsx";
import { useDraft } from "#web/admin/forms/use-draft.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { SwitchField } from "#web/ui/fields/switch.tsx";
import { useDeleteView, useSaveView } from "./use-saved-views.ts";
import { isSameFilter, savable } from "./view-filter.ts";

interface FormProps {
  filter: InboxFilter;
  /** The saved view of these filters, which is changed then. */
  saved: SavedView | undefined;
  onClose: () => void;
}

/** Saves the filters and the order under a name, or renames and deletes the view that has them. */
export function SaveViewDialog({ open, ...props }: FormProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={props.saved === undefined ? teamCopy.inbox.views.save : teamCopy.inbox.views.editTitle}
      id="save-view-title"
    >
      {open && <SaveViewForm {...props} />}
    </Dialog>
  );
}

function SaveViewForm({ filter, saved, onClose }: FormProps) {
  const texts = teamCopy.inbox.views;
  const [isDeleting, setIsDeleting] = useState(false);
  const deletion = useDeleteView();
  const draft = useDraft({
    start: { name: saved?.name ?? "", isShared: saved?.isShared ?? false },
    save: useSaveView(saved?.id),
    send: (typed) => ({ ...typed, filter: savable(filter) }),
    onSaved: onClose,
  });

  if (isSameFilter(savable(filter), {})) return <p>{texts.nothing}</p>;
  return (
    <>
      <DraftForm
        draft={draft}
        focusFirst="input"
        fieldsWithError={["name"]}
        onLeave={onClose}
        leading={
          saved !== undefined && (
            <Button variant="danger-outline" onClick={() => setIsDeleting(true)}>
              {teamCopy.inbox.delete}
            </Button>
          )
        }
      >
        <Field
          label={texts.name}
          hint={filter.search === undefined ? undefined : texts.search}
          {...draft.text("name", { required: true, maxLength: 40, autoComplete: "off", dir: "auto" })}
        />
        <SwitchField
          id={`${draft.id}-shared`}
          hint={saved?.isMine === false ? texts.sharedByOther : texts.sharedHint}
          checked={draft.typed.isShared}
          disabled={saved?.isMine === false}
          onChange={({ target }) => draft.set({ isShared: target.checked })}
        >
          {texts.shared}
        </SwitchField>
      </DraftForm>
      {saved !== undefined && (
        <ConfirmedChange
          about={isDeleting}
          title={texts.deleteTitle(saved.name)}
          id="delete-view"
          action={teamCopy.inbox.delete}
          busyAction={teamCopy.inbox.deleting}
          change={deletion}
          input={() => saved.id}
          onClose={() => setIsDeleting(false)}
          onDone={onClose}
        >
          {saved.isShared ? texts.deleteShared : texts.deleteOwn}
        </ConfirmedChange>
      )}
    </>
  );
}
