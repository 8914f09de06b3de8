import { teamCopy } from "#copy/current.ts";
import { Page } from "../shell/page.tsx";
import "./saved-replies.css";
import { useDeferredValue, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { SavedReply } from "#contract/inbox/saved-reply.ts";
import { unknownPlaceholders } from "#domain/inquiries/saved-reply.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useShowMore } from "#web/ui/use-show-more.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { languageName } from "#copy/locale/language-name.ts";
import { AdminIcon } from "../shell/icons.tsx";
import { matchingReplies } from "./matching-replies.ts";
import { ReplyForm } from "./reply-form.tsx";
import { useDeleteReply, useReplyList } from "./use-replies.ts";

const pageSize = 50;
const searchedFrom = 8;

/** `/ContactAdmin/replies`: the saved replies, and forms in place to add and edit them. */
export function RepliesPage() {
  const list = useReplyList();
  const ready = useHydrated();
  const opener = useRef<HTMLButtonElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const replies = list.data;

  function closeForm() {
    // The button is hidden while the form is open.
    flushSync(() => setIsAdding(false));
    opener.current?.focus();
  }

  return (
    <Page
      title={teamCopy.replies.title}
      actions={
        <Button ref={opener} disabled={!ready} hidden={isAdding} onClick={() => setIsAdding(true)}>
          <AdminIcon name="add" />
          {teamCopy.replies.add}
        </Button>
      }
    >
      {isAdding && (
        <section className="card replies-new" aria-labelledby="new-reply-title">
          <h2 id="new-reply-title">{teamCopy.replies.new}</h2>
          <ReplyForm onClose={closeForm} />
        </section>
      )}
      <LoadFailure what={teamCopy.replies.what} query={list} />
      {replies === undefined ? (
        !list.isError && <Spinner text={teamCopy.replies.loading} />
      ) : (
        <ReplyList replies={replies} onAdd={() => setIsAdding(true)} />
      )}
    </Page>
  );
}

function ReplyList({ replies, onAdd }: { replies: readonly SavedReply[]; onAdd: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState("");
  const [limit, setLimit] = useState(pageSize);
  const [editing, setEditing] = useState<ReadonlyMap<string, SavedReply>>(new Map());
  const [deleting, setDeleting] = useState<SavedReply>();
  const found = matchingReplies(replies, useDeferredValue(words));
  const isNoneFound = found.length === 0 && words.trim() !== "";
  const shown = found.slice(0, limit);
  // A reply that is being edited stays, whatever is searched for, and even if a colleague has deleted it.
  const edited = [...editing.values()].filter(({ id }) => !shown.some((reply) => reply.id === id));
  const rows = [...edited.map((known) => replies.find(({ id }) => id === known.id) ?? known), ...shown];
  const { list, showMore } = useShowMore<HTMLUListElement>({
    count: rows.length,
    isLoading: false,
    load: async () => setLimit(limit + pageSize),
  });

  function edit(reply: SavedReply, isEdited: boolean) {
    const others = [...editing].filter(([id]) => id !== reply.id);
    setEditing(new Map(isEdited ? [...others, [reply.id, reply]] : others));
    // The form that had the focus disappears.
    if (!isEdited) document.getElementById(rowId(reply.id))?.focus();
  }

  return (
    <section className="replies" aria-labelledby="replies-title">
      <div className="replies-head">
        <h2 id="replies-title" ref={heading} tabIndex={-1}>
          {replies.length === 0 ? teamCopy.replies.none : teamCopy.replies.all(replies.length)}
        </h2>
        {replies.length >= searchedFrom && (
          <div className="field reply-search" role="search">
            <input
              ref={search}
              type="search"
              aria-label={teamCopy.replies.searchLabel}
              placeholder={teamCopy.replies.searchPlaceholder}
              value={words}
              onChange={({ target }) => {
                setWords(target.value);
                setLimit(pageSize);
              }}
            />
          </div>
        )}
      </div>
      {rows.length === 0 && words === "" && (
        <EmptyState icon="replies">
          <p>{teamCopy.replies.noneHint}</p>
          <Button variant="secondary" onClick={onAdd}>
            {teamCopy.replies.addFirst}
          </Button>
        </EmptyState>
      )}
      {/* Mounted from the start, so that screen readers announce what is found. */}
      <p className={isNoneFound ? "visually-hidden" : "hint"} role="status">
        {words.trim() !== "" && (isNoneFound ? teamCopy.replies.notFound : teamCopy.replies.found(found.length))}
      </p>
      {isNoneFound && (
        <EmptyState icon="search">
          <p aria-hidden="true">{teamCopy.replies.notFound}</p>
          <Button
            variant="secondary"
            onClick={() => {
              setWords("");
              search.current?.focus();
            }}
          >
            {teamCopy.channels.list.clearSearch}
          </Button>
        </EmptyState>
      )}
      <ul ref={list} className="reply-list">
        {rows.map((reply) => (
          <li key={reply.id} id={rowId(reply.id)} tabIndex={-1}>
            {editing.has(reply.id) ? (
              <ReplyForm reply={reply} onClose={() => edit(reply, false)} />
            ) : (
              <ReplyRow reply={reply} onEdit={() => edit(reply, true)} onDelete={() => setDeleting(reply)} />
            )}
          </li>
        ))}
      </ul>
      {found.length > limit && (
        <Button variant="secondary" onClick={showMore}>
          {teamCopy.replies.showMore(Math.min(found.length - limit, pageSize))}
        </Button>
      )}
      <DeleteReply reply={deleting} onClose={() => setDeleting(undefined)} onDeleted={() => heading.current?.focus()} />
    </section>
  );
}

function rowId(id: string): string {
  return `saved-reply-${id}`;
}

function ReplyRow(props: { reply: SavedReply; onEdit: () => void; onDelete: () => void }) {
  const { reply, onEdit, onDelete } = props;
  const { title, text, variants } = reply;
  const unknown = unknownPlaceholders([text, ...Object.values(variants)].join("\n"));
  const languages = furtherLanguages.filter((language) => variants[language] !== undefined).map(languageName);
  return (
    <div className="reply-row target-row">
      <h3 dir="auto" lang={langOf(title)}>
        <button type="button" className="row-target" onClick={onEdit}>
          {title}
        </button>
        {languages.length > 0 && (
          <span className="reply-languages"> {teamCopy.replies.alsoIn(languages.join(", "))}</span>
        )}
      </h3>
      <p className="reply-start" dir="auto" lang={langOf(text)}>
        {text}
      </p>
      {unknown.length > 0 && <p className="reply-warning">{teamCopy.replies.notFilledIn(unknown.join(", "))}</p>}
      <Menu label={teamCopy.replies.actionsFor(title)} button={<AdminIcon name="more" />}>
        <MenuItem onClick={onEdit}>
          <AdminIcon name="edit" />
          {teamCopy.forms.edit}
        </MenuItem>
        <MenuItem danger onClick={onDelete}>
          <AdminIcon name="trash" />
          {teamCopy.replies.delete}
        </MenuItem>
      </Menu>
    </div>
  );
}

/** Asks before `reply` is deleted; closed without one. */
function DeleteReply(props: { reply: SavedReply | undefined; onClose: () => void; onDeleted: () => void }) {
  const { reply, onClose, onDeleted } = props;
  return (
    <ConfirmedChange
      open={reply !== undefined}
      title={teamCopy.replies.deleteTitle}
      id="delete-reply"
      action={teamCopy.replies.delete}
      busyAction={teamCopy.replies.deleting}
      change={useDeleteReply()}
      input={reply?.id ?? ""}
      onClose={onClose}
      // The row that had the focus disappears with its reply.
      onDone={onDeleted}
    >
      <strong dir="auto">{reply?.title}</strong> {teamCopy.replies.deletedForAll}
    </ConfirmedChange>
  );
}
