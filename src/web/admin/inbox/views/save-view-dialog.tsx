import { teamCopy } from "#copy/current.ts";
import { type FormEvent, useId, useRef, useState } from "react";
import type { InboxFilter } from "#contract/inbox/inbox.ts";
import type { SavedView } from "#contract/inbox/saved-view.ts";
import { ApiError } from "#web/api/api-client.ts";
import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useFocusWhileSaving } from "#web/admin/forms/use-focus-while-saving.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { SwitchField } from "#web/ui/fields/switch.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { useFocusOnMount } from "#web/ui/fields/use-focus-on-mount.ts";
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
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(saved?.name ?? "");
  const [isShared, setIsShared] = useState(saved?.isShared ?? false);
  const [isDeleting, setIsDeleting] = useState(false);
  const { mutate, isPending, error } = useSaveView(saved?.id);
  const deletion = useDeleteView();
  const errors = error instanceof ApiError ? error.errors : {};
  const isNothing = isSameFilter(savable(filter), {});
  useFocusWhileSaving(form, isPending);
  useFocusFirstInvalid(form, error);
  useFocusOnMount(form, "input");

  function send(event: FormEvent) {
    event.preventDefault();
    if (!isPending) mutate({ name, isShared, filter: savable(filter) }, { onSuccess: onClose });
  }

  if (isNothing) return <p>{teamCopy.inbox.views.nothing}</p>;
  return (
    <form ref={form} className="form" onSubmit={send}>
      {error !== null && errors["name"] === undefined && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <div className="form" inert={isPending}>
        <Field
          id={`${id}-name`}
          label={teamCopy.inbox.views.name}
          hint={filter.search === undefined ? undefined : teamCopy.inbox.views.search}
          error={errors["name"]}
          input={{
            required: true,
            maxLength: 40,
            autoComplete: "off",
            dir: "auto",
            value: name,
            onChange: (event: { target: { value: string } }) => setName(event.target.value),
          }}
        />
        <SwitchField
          id={`${id}-shared`}
          hint={saved?.isMine === false ? teamCopy.inbox.views.sharedByOther : teamCopy.inbox.views.sharedHint}
          checked={isShared}
          disabled={saved?.isMine === false}
          onChange={({ target }) => setIsShared(target.checked)}
        >
          {teamCopy.inbox.views.shared}
        </SwitchField>
      </div>
      <div className="form-actions">
        {saved !== undefined && (
          <Button variant="danger-outline" onClick={() => setIsDeleting(true)}>
            {teamCopy.inbox.delete}
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          {teamCopy.forms.cancel}
        </Button>
        <SubmitButton busy={isPending} busyText={teamCopy.forms.saving}>
          {teamCopy.forms.save}
        </SubmitButton>
      </div>
      {saved !== undefined && (
        <ConfirmedChange
          open={isDeleting}
          title={teamCopy.inbox.views.deleteTitle(saved.name)}
          id="delete-view"
          action={teamCopy.inbox.delete}
          busyAction={teamCopy.inbox.deleting}
          change={deletion}
          input={saved.id}
          onClose={() => setIsDeleting(false)}
          onDone={onClose}
        >
          {saved.isShared ? teamCopy.inbox.views.deleteShared : teamCopy.inbox.views.deleteOwn}
        </ConfirmedChange>
      )}
    </form>
  );
}
