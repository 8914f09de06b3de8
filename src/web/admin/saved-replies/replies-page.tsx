import { Page } from "../shell/page.tsx";
import "./saved-replies.css";
import { useRef, useState } from "react";
import type { SavedReply } from "#contract/saved-reply.ts";
import { unknownPlaceholders } from "#domain/inquiries/saved-reply.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { actionFailureText } from "../shell/failure.tsx";
import { ReplyForm } from "./reply-form.tsx";
import { useDeleteReply, useReplyList, useSaveReply } from "./use-replies.ts";
import { ConfirmedChange } from "../shell/confirmed-change.tsx";

/** `/ContactAdmin/replies`: the saved replies. */
export function RepliesPage() {
  return (
    <Page title="Saved replies">
      <ReplyManager />
    </Page>
  );
}

/** Adds, edits and deletes saved replies. */
export function ReplyManager() {
  const list = useReplyList();
  const ready = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const [editing, setEditing] = useState<SavedReply | "new">();
  const [deleting, setDeleting] = useState<SavedReply>();
  const id = editing === undefined || editing === "new" ? undefined : editing.id;
  const save = useSaveReply(id);

  const replies = list.data;
  return (
    <>
      <div>
        <Button disabled={!ready} onClick={() => setEditing("new")}>
          Add reply
        </Button>
      </div>
      {list.isError && (
        <Alert>
          <p>The replies could not be loaded. {actionFailureText(list.error)}</p>
          <Button onClick={() => void list.refetch()}>{list.isFetching ? "Loading..." : "Try again"}</Button>
        </Alert>
      )}
      {replies === undefined ? (
        !list.isError && <Spinner text="Loading replies..." />
      ) : (
        <section className="list-section" aria-labelledby="replies-title">
          <h2 id="replies-title" ref={heading} tabIndex={-1}>
            {replies.length === 0 ? "No saved replies yet" : `All replies (${replies.length})`}
          </h2>
          {replies.length === 0 && <p>Save what you answer often, and choose it beside an inquiry.</p>}
          <ul className="reply-list">
            {replies.map((reply) => (
              <li key={reply.id}>
                <h3 dir="auto">{reply.title}</h3>
                <p dir="auto">{reply.text}</p>
                {unknownPlaceholders(reply.text).length > 0 && (
                  <p className="hint">Not filled in: {unknownPlaceholders(reply.text).join(", ")}</p>
                )}
                <div className="form-actions">
                  <Button variant="secondary" aria-label={`Edit: ${reply.title}`} onClick={() => setEditing(reply)}>
                    Edit
                  </Button>
                  <Button
                    variant="danger-outline"
                    aria-label={`Delete: ${reply.title}`}
                    onClick={() => setDeleting(reply)}
                  >
                    Delete
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Dialog
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing === "new" ? "Add reply" : "Edit reply"}
        id="reply-title"
      >
        {editing !== undefined && (
          <ReplyForm
            key={id}
            id="saved-reply"
            {...(editing !== "new" && { reply: editing })}
            save={save.mutateAsync}
            onSaved={() => setEditing(undefined)}
          >
            <Button variant="secondary" onClick={() => setEditing(undefined)}>
              Cancel
            </Button>
          </ReplyForm>
        )}
      </Dialog>
      <DeleteReply
        reply={deleting}
        onClose={() => setDeleting(undefined)}
        // The button that had the focus disappears with its reply.
        onDeleted={() => heading.current?.focus()}
      />
    </>
  );
}

/** Asks before `reply` is deleted; closed without one. */
export function DeleteReply(props: { reply: SavedReply | undefined; onClose: () => void; onDeleted: () => void }) {
  const { reply, onClose, onDeleted } = props;
  return (
    <ConfirmedChange
      open={reply !== undefined}
      title="Delete this reply?"
      id="delete-reply"
      action="Delete"
      busyAction="Deleting..."
      change={useDeleteReply()}
      input={reply?.id ?? ""}
      onClose={onClose}
      onDone={onDeleted}
    >
      <strong dir="auto">{reply?.title}</strong> is deleted for the whole team.
    </ConfirmedChange>
  );
}
