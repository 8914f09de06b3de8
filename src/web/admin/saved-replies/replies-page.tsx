import { teamCopy } from "#copy/current.ts";
import { Page } from "../shell/page.tsx";
import "./saved-replies.css";
import { useMemo, useRef, useState } from "react";
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
import { ListSearch, NoneFound, searchedFrom, useListSearch } from "../lists/list-search.tsx";
import { withRowsInEdit, useRowsInEdit } from "../lists/use-rows-in-edit.ts";
import { languageName } from "#copy/locale/language-name.ts";
import { AdminIcon } from "../shell/icons.tsx";
import { matchingReplies } from "./matching-replies.ts";
import { ReplyForm } from "./reply-form.tsx";
import { useDeleteReply, useReplyList } from "./use-replies.ts";

const pageSize = 50;
const idOf = ({ id }: SavedReply) => id;

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
  const search = useListSearch();
  const [limit, setLimit] = useState(pageSize);
  const editing = useRowsInEdit(idOf);
  const [deleting, setDeleting] = useState<SavedReply>();
  const found = useMemo(() => new Set(matchingReplies(replies, search.words)), [replies, search.words]);
  // Replies with the words in their titles come first.
  const all = search.words === "" ? replies : [...found, ...replies.filter((reply) => !found.has(reply))];
  const kept = withRowsInEdit({ all, inEdit: editing.rows, idOf, isFound: (reply) => found.has(reply) });
  const rows = kept.filter(({ id }, place) => place < limit || editing.rows.has(id));
  const { list, showMore } = useShowMore<HTMLUListElement>({
    count: rows.length,
    isLoading: false,
    load: async () => setLimit(limit + pageSize),
    place: Math.min(limit, kept.length),
  });

  function stopEditing(id: string) {
    editing.close(id);
    // The form that had the focus disappears.
    document.getElementById(rowId(id))?.focus();
  }

  return (
    <section className="replies" aria-labelledby="replies-title">
      <div className="replies-head">
        <h2 id="replies-title" ref={heading} tabIndex={-1}>
          {replies.length === 0 ? teamCopy.replies.none : teamCopy.replies.all(replies.length)}
        </h2>
        {replies.length >= searchedFrom && (
          <ListSearch
            search={search}
            label={teamCopy.replies.searchLabel}
            placeholder={teamCopy.replies.searchPlaceholder}
            result={found.size === 0 ? teamCopy.replies.notFound : teamCopy.lists.found(found.size)}
          />
        )}
      </div>
      {rows.length === 0 && search.words === "" && (
        <EmptyState icon="replies">
          <p>{teamCopy.replies.noneHint}</p>
          <Button variant="secondary" onClick={onAdd}>
            {teamCopy.replies.addFirst}
          </Button>
        </EmptyState>
      )}
      {found.size === 0 && search.words !== "" && <NoneFound search={search} text={teamCopy.replies.notFound} />}
      <ul ref={list} className="reply-list">
        {rows.map((reply) => (
          <li key={reply.id} id={rowId(reply.id)} tabIndex={-1}>
            {editing.rows.has(reply.id) ? (
              <ReplyForm reply={reply} onClose={() => stopEditing(reply.id)} />
            ) : (
              <ReplyRow reply={reply} onEdit={() => editing.edit(reply)} onDelete={() => setDeleting(reply)} />
            )}
          </li>
        ))}
      </ul>
      {kept.length > rows.length && (
        <Button variant="secondary" onClick={showMore}>
          {teamCopy.replies.showMore(Math.min(kept.length - rows.length, pageSize))}
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
      about={reply}
      title={teamCopy.replies.deleteTitle}
      id="delete-reply"
      action={teamCopy.replies.delete}
      busyAction={teamCopy.replies.deleting}
      change={useDeleteReply()}
      input={({ id }) => id}
      onClose={onClose}
      // The row that had the focus disappears with its reply.
      onDone={onDeleted}
    >
      {({ title }) => (
        <>
          <strong dir="auto">{title}</strong> {teamCopy.replies.deletedForAll}
        </>
      )}
    </ConfirmedChange>
  );
}
