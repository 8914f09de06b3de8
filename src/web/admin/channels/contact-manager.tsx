import { useEffect, useRef } from "react";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { AddContact } from "./add-contact.tsx";
import { ContactList } from "./contact-list.tsx";
import { actionFailureText } from "../shell/failure-text.ts";
import { ListTools } from "./list-tools.tsx";
import { useMember } from "../shell/signed-in-area.tsx";
import { useContactList } from "./use-contacts.ts";

/** Adding contacts, and their list: loading, failed or loaded. */
export function ContactManager() {
  const isOwner = useMember().role === "owner";
  const list = useContactList();
  const heading = useRef<HTMLHeadingElement>(null);
  const triedAgain = useRef(false);
  // A retry of a first load counts as pending; the error stays until there is a response.
  const failed = list.isError || (list.isPending && list.errorUpdateCount > 0);

  useEffect(() => {
    if (!list.isSuccess || !triedAgain.current) return;
    triedAgain.current = false;
    // The button that had the focus is gone.
    heading.current?.focus();
  }, [list.isSuccess]);

  return (
    <>
      {list.data !== undefined && <ListTools contacts={list.data} isOwner={isOwner} />}
      {isOwner ? <AddContact /> : <p className="hint">Only owners change the channels.</p>}
      {failed && (
        <Alert>
          <p>The contacts could not be loaded. {list.error !== null && actionFailureText(list.error)}</p>
          <Button
            busy={list.isFetching}
            onClick={() => {
              triedAgain.current = true;
              void list.refetch();
            }}
          >
            {list.isFetching ? "Loading..." : "Try again"}
          </Button>
        </Alert>
      )}
      {list.data !== undefined ? (
        <ContactList contacts={list.data} heading={heading} canChange={isOwner} />
      ) : (
        !failed && <Spinner text="Loading contacts..." />
      )}
    </>
  );
}
