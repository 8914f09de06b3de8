import { useMutation } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { teamCopy } from "#copy/current.ts";
import type { ExportedFile } from "#contract/channels/channel-list.ts";
import { paths } from "#contract/paths.ts";
import { dayAt } from "#domain/time/day.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useSite } from "#web/page/page-data.ts";
import { navigate, useLocation } from "#web/page/router.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { useMember } from "../shell/member.ts";
import { Page } from "../shell/page.tsx";
import { PreviewDialog } from "./as-visitors-see.tsx";
import { PendingAlert, PendingList } from "./banners/pending-changes.tsx";
import { ChannelViews, viewOf } from "./channel-views.tsx";
import { TeamChannelList, idOfChannel } from "./team-channel-list.tsx";
import { ChannelForm } from "./editor/channel-form.tsx";
import { useRowsInEdit } from "../lists/use-rows-in-edit.ts";
import { HideAll } from "./hide-all.tsx";
import { ImportDialog } from "./import/import-dialog.tsx";
import { type NewChannel, useNewChannel } from "./new-channel.ts";
import { useAddChannel, useChannelState, useTeamChannels } from "./use-team-channels.ts";
import { saveFile } from "#web/ui/files/save-file.ts";

/** `/ContactAdmin`: the channels, by view. */
export function ChannelsPage() {
  const isOwner = useMember().role === "owner";
  const view = viewOf(useLocation());
  const list = useTeamChannels();
  const proposals = useChannelState().data?.proposals ?? [];
  const typed = useNewChannel();
  const [wantsAdding, setAdding] = useState<boolean>();
  const isAdding = wantsAdding ?? (isOwner && typed !== undefined);
  const editing = useRowsInEdit(idOfChannel);
  const [dialog, setDialog] = useState<"preview" | "import">();
  const exported = useExport();
  const addButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const waitingHeading = useRef<HTMLHeadingElement>(null);
  const ready = useHydrated();
  const close = () => setDialog(undefined);

  function closeForm() {
    // The field that has the focus disappears.
    flushSync(() => setAdding(false));
    addButton.current?.focus();
    // The next new channel starts empty.
    if (typed !== undefined) navigate(paths.channels, { replace: true });
    // The next link with one opens the form again.
    setAdding(undefined);
  }

  const actions = (
    <>
      {list.data !== undefined && (
        <Button variant="quiet" size="small" className="at-desk" onClick={() => setDialog("preview")}>
          <AdminIcon name="shown" />
          {teamCopy.channels.list.preview}
        </Button>
      )}
      {/* It is on the page itself: nobody should have to search for it in an emergency. */}
      {isOwner && <HideAll />}
      {list.data !== undefined && (
        <Menu label={teamCopy.channels.list.actions} button={<AdminIcon name="more" />}>
          <MenuItem className="at-phone" onClick={() => setDialog("preview")}>
            <AdminIcon name="shown" />
            {teamCopy.channels.list.preview}
          </MenuItem>
          {isOwner && (
            <MenuItem onClick={() => setDialog("import")}>
              <AdminIcon name="upload" />
              {teamCopy.channels.list.import}
            </MenuItem>
          )}
          <MenuItem onClick={() => exported.mutate()}>
            <AdminIcon name="download" />
            {teamCopy.channels.list.export}
          </MenuItem>
        </Menu>
      )}
      {isOwner && (
        <Button
          ref={addButton}
          className="add-new"
          variant={isAdding || editing.rows.size > 0 ? "secondary" : undefined}
          disabled={!ready}
          aria-expanded={isAdding}
          aria-controls={isAdding ? "add-channel" : undefined}
          onClick={() => (isAdding ? closeForm() : setAdding(true))}
        >
          {/* Both texts take up space, so that the elements beside them stay in place. */}
          <span className={isAdding ? "not-shown" : undefined}>
            <AdminIcon name="add" />
            {teamCopy.channels.list.addNew}
          </span>
          <span className={isAdding ? undefined : "not-shown"}>{teamCopy.forms.cancel}</span>
        </Button>
      )}
    </>
  );

  return (
    <Page title={teamCopy.channels.list.title} actions={actions}>
      <ChannelViews channels={list.data} />
      {!isOwner && <p className="hint">{teamCopy.channels.list.forAgents}</p>}
      {exported.error !== null && <Alert role="alert">{actionFailureText(exported.error)}</Alert>}
      {view !== "waiting" && (
        <PendingAlert proposals={proposals} isOwner={isOwner} onDone={() => heading.current?.focus()} />
      )}
      {isAdding && <AddForm typed={typed} onDone={closeForm} />}
      <ListFailure list={list} heading={heading} />
      {view === "waiting" && (
        <section className="waiting-view" aria-labelledby="waiting-title">
          <h2 id="waiting-title" ref={waitingHeading} tabIndex={-1}>
            {teamCopy.channels.list.waiting(proposals.length)}
          </h2>
          <PendingList proposals={proposals} isOwner={isOwner} onDone={() => waitingHeading.current?.focus()} />
        </section>
      )}
      {list.data !== undefined && (
        // Stays mounted, with what is typed in its forms.
        <div hidden={view === "waiting"}>
          <TeamChannelList
            channels={list.data}
            view={view === "waiting" ? "all" : view}
            heading={heading}
            canChange={isOwner}
            editing={editing}
            onAdd={() => setAdding(true)}
          />
        </div>
      )}
      <PreviewDialog open={dialog === "preview"} channels={list.data ?? []} onClose={close} />
      <ImportDialog open={dialog === "import"} onClose={close} />
    </Page>
  );
}

/** The spinner of the first load, or why there is no list. */
function ListFailure(props: {
  list: ReturnType<typeof useTeamChannels>;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { list, heading } = props;
  const triedAgain = useRef(false);
  // A retry of a first load counts as pending; the error stays until there is a response.
  const failed = list.isError || (list.isPending && list.errorUpdateCount > 0);

  useEffect(() => {
    if (!list.isSuccess || !triedAgain.current) return;
    triedAgain.current = false;
    // The button that had the focus is gone.
    heading.current?.focus();
  }, [list.isSuccess, heading]);

  if (!failed) return list.data === undefined && <Spinner text={teamCopy.channels.list.loading} />;
  return (
    <Alert>
      <p>
        {teamCopy.forms.notLoaded(teamCopy.channels.list.contacts)}{" "}
        {list.error !== null && actionFailureText(list.error)}
      </p>
      <Button
        variant="secondary"
        busy={list.isFetching}
        onClick={() => {
          triedAgain.current = true;
          void list.refetch();
        }}
      >
        {list.isFetching ? teamCopy.forms.loading : teamCopy.forms.tryAgain}
      </Button>
    </Alert>
  );
}

/** The form for a new channel. Hiding it discards its fields. */
function AddForm({ typed, onDone }: { typed: NewChannel | undefined; onDone: () => void }) {
  return (
    <ChannelForm
      id="add-channel"
      label={teamCopy.channels.list.newContact}
      typed={typed}
      action={teamCopy.channels.list.add}
      busyAction={teamCopy.channels.list.adding}
      save={useAddChannel()}
      send={(fields) => fields}
      onSaved={onDone}
      onLeave={onDone}
    />
  );
}

/** Downloads all channels as a file that can be edited and imported again. */
function useExport() {
  const toast = useToast();
  const { timeZone } = useSite();
  return useMutation({
    mutationFn: channelApi.export,
    onSuccess: (file) => save(file, timeZone),
    onError: () => toast("error", teamCopy.forms.failedTo(teamCopy.channels.tasks.export)),
  });
}

/** Named by the date in the site's time zone, as on the server. */
function save(file: ExportedFile, timeZone: string): void {
  const name = `channels-${dayAt(Date.parse(file.exportedAt), timeZone)}.json`;
  saveFile([`${JSON.stringify(file, null, 2)}\n`], name);
}
