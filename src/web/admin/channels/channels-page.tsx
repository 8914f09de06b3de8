import { Page } from "../shell/page.tsx";
import { useEffect, useRef, useState } from "react";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { ContactList } from "./contact-list.tsx";
import { HideAll } from "./hide-all.tsx";
import { actionFailureText } from "../shell/failure.tsx";
import { useMember } from "../shell/member.ts";
import { useAddContact, useContactList } from "./use-contacts.ts";
import { ContactForm } from "./editor/contact-form.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import type { Contact } from "#contract/contact.ts";
import { ImportDialog } from "./import/import-dialog.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { useMutation } from "@tanstack/react-query";
import type { ExportedFile } from "#contract/channel-list.ts";
import { dayOf, zoneClock } from "#domain/time/day.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useToast } from "#web/ui/toast.tsx";
import { useSite } from "#web/page/page-data.ts";

/** `/ContactAdmin`: the channels. */
export function ChannelsPage() {
  return (
    <Page title="Contact Management">
      <ContactManager />
    </Page>
  );
}

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
      {/* First: in an emergency nobody should have to search for it. */}
      {isOwner && <HideAll />}
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

/** The form for a new contact, toggled by one button. Hiding it discards its fields. */
export function AddContact() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ready = useHydrated();
  const add = useAddContact();

  function finish() {
    setOpen(false);
    // The button that had the focus is gone.
    button.current?.focus();
  }

  return (
    <div className="add-contact">
      <Button
        ref={button}
        variant={open ? "secondary" : undefined}
        disabled={!ready}
        aria-expanded={open}
        aria-controls={open ? "add-contact" : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? "Cancel" : "Add New Contact"}
      </Button>
      {open && (
        <ContactForm
          id="add-contact"
          action="Add Contact"
          busyAction="Adding..."
          save={(fields) => add.mutateAsync(fields)}
          onSaved={finish}
        />
      )}
    </div>
  );
}

/** The actions on the list as a whole. */
export function ListTools({ contacts, isOwner }: { contacts: readonly Contact[]; isOwner: boolean }) {
  const [open, setOpen] = useState<"preview" | "import">();
  const close = () => setOpen(undefined);
  return (
    <div className="list-tools" role="group" aria-label="The whole list">
      <Button variant="secondary" onClick={() => setOpen("preview")}>
        Preview
      </Button>
      <ExportButton />
      {isOwner && (
        <>
          <Button variant="secondary" onClick={() => setOpen("import")}>
            Import
          </Button>
          <ImportDialog open={open === "import"} onClose={close} />
        </>
      )}
      <PreviewDialog open={open === "preview"} contacts={contacts} onClose={close} />
    </div>
  );
}

/** Downloads all channels as a file that can be edited and imported again. */
export function ExportButton() {
  const toast = useToast();
  const { timeZone } = useSite();
  const { mutate, isPending, error } = useMutation({
    mutationFn: channelApi.export,
    onSuccess: (file) => save(file, timeZone),
    onError: () => toast("error", "Failed to export the channels"),
  });
  return (
    <>
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        {isPending ? "Exporting..." : "Export"}
      </Button>
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
    </>
  );
}

/** Named by the date in the site's time zone, as on the server. */
function save(file: ExportedFile, timeZone: string): void {
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `channels-${dayOf(zoneClock(timeZone).wallAt(Date.parse(file.exportedAt)))}.json`;
  link.click();
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
