import { teamCopy } from "#copy/current.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { InquiryChange, InquirySummary, Person } from "#contract/inbox/inbox.ts";
import { type ChangedName, changedNames, choices, type Choices } from "#domain/inquiries/choices.ts";
import { waitingStatuses } from "#domain/inquiries/inquiry.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { type Command, useCommands } from "../commands/commands.ts";
import { abandonField, awaitField } from "../commands/keyboard.ts";
import { useMember } from "../shell/member.ts";
import { personName } from "../shell/person.tsx";
import { assignedText } from "./change-text.ts";
import { changeTexts, valueIcon, valueText } from "./choice-texts.ts";
import type { PanelCommands } from "./inquiry/inquiry-panel.tsx";
import { knownInquiry } from "./list/use-inquiries.ts";
import { focusedId, isInPanel, type RowFocus, rowLink, takeLostFocus } from "./list/use-row-focus.ts";
import type { Selection } from "./list/use-selection.ts";
import { isSnoozed } from "./snooze/snooze-text.ts";
import { choiceChange } from "./team-fields.ts";
import type { Changeable, InquiryActions } from "./use-changes.ts";
import { type InboxView, isOldestFirst, openNow, otherOrder } from "./use-inbox-view.ts";
import type { Panel } from "./panel-commands.ts";

type From = "key" | "palette";

/** Navigation in the inbox, and what its commands and keys do: opening an inquiry, going on, changing it. */
export function useInboxKeys(props: {
  view: InboxView;
  rows: readonly InquirySummary[];
  team: readonly Person[];
  focus: RowFocus;
  selection: Selection;
  actions: InquiryActions;
  onSnooze: (inquiries: readonly Changeable[]) => void;
  /** Undoes the last change, also one that is on its way. */
  undo: () => void;
  hasUndo: boolean;
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  panel: Panel;
}) {
  const { view, rows, team, focus, selection, actions, onSnooze, undo, hasUndo, list, search, panel } = props;
  const { openId, open, show } = view;
  const { currentId } = focus;
  const me = useMember();
  const client = useQueryClient();
  const toast = useToast();
  const [isStepping, setIsStepping] = useState(false);

  const wasOpen = useRef(openId);
  useEffect(() => {
    // The panel's focus is gone with it; on a phone the list could not take it before.
    if (openId === undefined && wasOpen.current !== undefined) takeLostFocus(currentId, list.current);
    wasOpen.current = openId;
  }, [openId, currentId, list]);

  // The field that a key was to lead to goes with the inquiry.
  useLayoutEffect(() => (openId === undefined ? undefined : () => abandonField()), [openId]);

  const openRow = useCallback(
    (id: string) => {
      setIsStepping(false);
      open(id);
    },
    [open],
  );

  function back() {
    if (openId === undefined) {
      selection.setAll(false);
      return;
    }
    (rowLink(openId) ?? rowLink(currentId ?? ""))?.focus();
    show({ inquiry: undefined });
  }

  function step(offset: 1 | -1) {
    const opened = openNow();
    const next = focus.move(offset, opened);
    if (next === undefined || opened === undefined || next.id === opened) return;
    setIsStepping(list.current?.contains(document.activeElement) === true);
    open(next.id);
  }

  /**
   * Opens the inquiry after the open one that waits, or before it at the end of the list; in a view of a status in
   * which none waits, the next one.
   */
  function openNext() {
    const at = rows.findIndex(({ id }) => id === openNow());
    const { status = "new", snoozed } = view.filter;
    const isWaiting = (row: InquirySummary) => snoozed !== undefined || !waitingStatuses.includes(status) || waits(row);
    const next = rows.slice(at + 1).find(isWaiting) ?? rows.slice(0, Math.max(at, 0)).findLast(isWaiting);
    if (next === undefined) back();
    else openRow(next.id);
  }

  /**
   * The inquiry that a command acts on: the open one or, without one, that of the focused row. From the palette, which
   * names it, also that of the row with the Tab stop.
   */
  const targetId = (from: From) => openNow() ?? focusedId() ?? (from === "palette" ? currentId : undefined);
  const isOnSelection = () => selection.inquiries.length > 0 && !isInPanel();

  /** The selected inquiries, unless the focus is in the panel; otherwise that of `targetId`. */
  function targets(from: From): readonly Changeable[] {
    if (isOnSelection()) return selection.inquiries;
    const opened = openNow();
    const id = targetId(from);
    const row = rows.find((each) => each.id === id);
    // Takes the row that the member sees: the cache may hold an older state of an inquiry that is not open.
    const target = opened === undefined ? row : (knownInquiry(client, opened) ?? row);
    return target === undefined ? [] : [target];
  }

  function choose(from: From) {
    const id = focusedId() ?? targetId(from);
    if (rows.some((row) => row.id === id)) selection.toggle(id ?? "", false);
  }

  /** Runs a command of the open inquiry; that of the focused row is opened. */
  function inPanel(from: From, command: (panel: PanelCommands) => boolean, leadsToField = false) {
    const id = targetId(from);
    if (id === undefined) {
      toast("error", teamCopy.inbox.commands.noTarget);
      return;
    }
    const signal = leadsToField ? awaitField() : undefined;
    if (openNow() === undefined) openRow(id);
    panel.run(id, command, signal);
  }

  /** Runs a command of the panel that leads to a field. */
  const toField = (command: (panel: PanelCommands) => boolean) => (from: From) => inPanel(from, command, true);

  const noTarget = () =>
    targetId("key") === undefined && !isOnSelection() ? teamCopy.inbox.commands.noTarget : undefined;

  const chosen = selection.ids.size;
  const noUndo = () => (hasUndo ? undefined : teamCopy.inbox.commands.nothingToUndo);

  function change(from: From, update: InquiryChange, words: string, isDone: (inquiry: Changeable) => boolean) {
    const inquiries = targets(from).filter((inquiry) => !isDone(inquiry));
    if (inquiries.length === 0) toast("error", teamCopy.inbox.commands.already);
    else actions.change(inquiries, update, words);
  }

  const mark = <Name extends ChangedName>(from: From, name: Name, value: Choices[Name]) =>
    change(from, ...choiceChange(name, value), (inquiry) => {
      const current: string = inquiry[name];
      // Closed again, an unverified answer needs nothing more.
      return current === value && !(inquiry.unproven && value === "closed");
    });
  const assign = (from: From, newAssignee: Person | undefined) =>
    change(
      from,
      { assigneeId: newAssignee?.id ?? null },
      assignedText(newAssignee),
      ({ assignee }) => (assignee?.id ?? null) === (newAssignee?.id ?? null),
    );

  function tag(from: From) {
    if (!isOnSelection()) return toField((shown) => shown.tag())(from);
    const menu = document.querySelector<HTMLElement>(".bulk-tags > summary");
    menu?.focus();
    return menu?.click();
  }

  function startSearch() {
    // The bar over the search goes with the selection.
    flushSync(() => selection.setAll(false));
    search.current?.focus();
  }

  const target = rows.find(({ id }) => id === (openId ?? currentId));
  const isOldest = isOldestFirst(view.filter);
  const about =
    chosen > 1
      ? teamCopy.inbox.commands.selected(chosen)
      : target && `${target.name || teamCopy.inbox.report}, ${target.reference}`;
  const group = chosen > 1 ? teamCopy.inbox.commands.onSeveral : teamCopy.inbox.commands.onOne;
  const onTarget = (command: Omit<Command, "group">): Command => ({ problem: noTarget, ...command, group, about });
  const inList = (command: Omit<Command, "group">): Command => ({ ...command, group: teamCopy.inbox.commands.group });
  useCommands([
    onTarget({
      keys: ["r"],
      label: teamCopy.inbox.commands.answer,
      icon: "mail",
      run: toField((shown) => shown.write("answer")),
    }),
    // Before the search, which has the same key outside the open inquiry.
    onTarget({
      keys: ["/"],
      when: isInPanel,
      label: teamCopy.inbox.commands.answerWithSaved,
      icon: "replies",
      run: toField((shown) => shown.pickReply()),
    }),
    onTarget({
      keys: ["n"],
      label: teamCopy.inbox.commands.note,
      icon: "note",
      run: toField((shown) => shown.write("note")),
    }),
    onTarget({
      keys: ["i"],
      label: teamCopy.inbox.commands.details,
      icon: "person",
      run: (from) => inPanel(from, (shown) => shown.toggleDetails()),
    }),
    onTarget({
      keys: ["m"],
      label: teamCopy.inboxList.merge.title,
      icon: "merge",
      run: toField((shown) => shown.merge()),
    }),
    onTarget({ keys: ["t"], label: teamCopy.inbox.commands.tag, icon: "tag", run: tag }),
    onTarget({
      keys: ["a"],
      menu: "assign",
      label: teamCopy.inbox.commands.assignToMe,
      icon: "person",
      run: (from) => assign(from, me),
    }),
    onTarget({ keys: ["A"], opens: "assign", label: teamCopy.inbox.commands.assignMenu, icon: "person" }),
    ...changedNames.flatMap((name) =>
      choices[name].values.map((value, at) =>
        onTarget({
          ...(name === "status" && { keys: [...(value === "closed" ? ["e"] : []), `Shift ${at + 1}`] }),
          label: changeTexts(name).command(valueText(name, value)),
          icon: valueIcon(name, value),
          run: (from) => mark(from, name, value),
        }),
      ),
    ),
    onTarget({
      keys: ["E"],
      label: teamCopy.inbox.closeNext,
      icon: "closeNext",
      run(from) {
        mark(from, "status", "closed");
        if (openNow() !== undefined) openNext();
      },
    }),
    onTarget({
      keys: ["s"],
      label: teamCopy.inbox.snooze.snooze,
      icon: "moon",
      run: (from) => onSnooze(targets(from)),
    }),
    onTarget({
      keys: ["w"],
      label: teamCopy.inbox.snooze.wake,
      icon: "bell",
      run: (from) => change(from, { snoozedUntil: null }, teamCopy.inbox.words.woken, (inquiry) => !isSnoozed(inquiry)),
    }),
    onTarget({
      menu: "assign",
      label: teamCopy.inbox.commands.assignToNobody,
      icon: "person",
      run: (from) => assign(from, undefined),
    }),
    ...team
      .filter(({ id }) => id !== me.id)
      .map((person) =>
        onTarget({
          menu: "assign",
          label: teamCopy.inbox.commands.assignTo(personName(person.email)),
          icon: "person",
          run: (from) => assign(from, person),
        }),
      ),
    inList({ keys: ["z"], label: teamCopy.inbox.commands.undo, icon: "undo", problem: noUndo, run: undo }),
    inList({ keys: ["j"], repeats: true, label: teamCopy.inbox.commands.next, icon: "down", run: () => step(1) }),
    inList({ keys: ["k"], repeats: true, label: teamCopy.inbox.commands.previous, icon: "up", run: () => step(-1) }),
    inList({
      keys: ["Enter", "o"],
      label: teamCopy.inbox.commands.open,
      icon: "inbox",
      run: () => currentId !== undefined && openRow(currentId),
    }),
    inList({ keys: ["x"], label: teamCopy.inbox.commands.select, icon: "check", problem: noTarget, run: choose }),
    ...(view.filter.search === undefined
      ? [
          inList({
            label: isOldest ? teamCopy.inbox.order.toNewest : teamCopy.inbox.order.toOldest,
            icon: "order",
            run: () => show(otherOrder(view.filter)),
          }),
        ]
      : []),
    inList({ label: teamCopy.inbox.commands.selectAll, icon: "check", run: () => selection.setAll(true) }),
    inList({ keys: ["/"], label: teamCopy.inbox.commands.search, icon: "search", run: startSearch }),
    inList({ keys: ["Escape"], label: teamCopy.inbox.commands.back, icon: "back", run: back }),
  ]);
  /** Stepping through the list keeps the focus there, where it is visible. */
  return { isStepping, openRow, openNext, back };
}

/** Returns whether a visitor waits for the team. */
const waits = (row: InquirySummary) => (waitingStatuses.includes(row.status) && !isSnoozed(row)) || row.unproven;
