import { EmptyState } from "../../shell/empty-state.tsx";
import "./blocked-list.css";
import { teamCopy } from "#copy/current.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { BlockedSenderView } from "#contract/inbox/blocked-sender.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { LoadFailure, actionFailureText } from "#web/admin/forms/failure.tsx";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { authorName } from "../change-text.ts";
import { reloadInquiries } from "../list/use-inquiries.ts";
import { kindNames } from "./sender-kinds.ts";

/** The blocked senders, to be unblocked. */
export function BlockedListDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={teamCopy.inbox.blocked.list} id="blocked-title">
      {open && <BlockedList />}
    </Dialog>
  );
}

const listKey = ["blocked senders"];

function BlockedList() {
  const client = useQueryClient();
  const dates = useDateFormats();
  const status = useRef<HTMLParagraphElement>(null);
  const list = useQuery({ queryKey: listKey, queryFn: inboxApi.blockedSenders, staleTime: 0 });
  const reload = () => {
    reloadInquiries(client);
    return client.invalidateQueries({ queryKey: listKey });
  };
  // The button that was pressed is gone.
  const onSettled = async () => {
    await reload();
    status.current?.focus();
  };
  const again = useMutation({ mutationFn: (done: Done) => inboxApi.blockAgain(done.undo), onSettled });
  const unblock = useMutation({
    mutationFn: async ({ id, hint }: BlockedSenderView) => ({ hint, ...(await inboxApi.unblock(id)) }),
    onMutate: () => again.reset(),
    onSettled,
  });
  const error = again.error ?? unblock.error;
  const done = unblock.data;
  return (
    <>
      <p className="dialog-lead">{teamCopy.inbox.blocked.listLead}</p>
      <LoadFailure what={teamCopy.inbox.blocked.listNamed} query={list} />
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <p ref={status} tabIndex={-1} role="status" className="blocked-done">
        {again.isSuccess
          ? teamCopy.inbox.blocked.again(again.variables.hint)
          : done !== undefined && teamCopy.inbox.blocked.unblocked(done.hint)}{" "}
        {done !== undefined && !again.isSuccess && (
          <Button variant="plain" busy={again.isPending} onClick={() => again.mutate(done)}>
            {teamCopy.forms.undo}
          </Button>
        )}
      </p>
      {list.data === undefined ? (
        !list.isError && <Spinner text={teamCopy.inbox.blocked.loading} />
      ) : list.data.length === 0 ? (
        <EmptyState icon="hidden">
          <p>{teamCopy.inbox.blocked.nobody}</p>
        </EmptyState>
      ) : (
        <ul className="blocked-list">
          {list.data.map((sender) => (
            <li key={sender.id}>
              <div>
                <strong>{sender.hint}</strong>
                <span>
                  {kindNames([sender.kind])} · {authorName(sender.by)} · {dates.full(sender.at)}
                </span>
              </div>
              <Button
                variant="secondary"
                size="small"
                aria-label={teamCopy.inbox.blocked.unblockOne(sender.hint)}
                busy={unblock.isPending && unblock.variables.id === sender.id}
                onClick={() => unblock.mutate(sender)}
              >
                {teamCopy.inbox.blocked.unblock}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface Done {
  hint: string;
  undo: string;
}
