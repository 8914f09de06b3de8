import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import { inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { useLocation } from "#web/page/router.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { AdminIcon } from "../../shell/icons.tsx";
import { Views } from "../../shell/page.tsx";
import { binAddress, showsBin } from "../bin/use-bin.ts";
import { TagDot } from "../tags/tag.tsx";
import { useTags } from "../tags/use-tags.ts";
import { noOwnView, ownView, ownViewNames, ownViewOf } from "../filters.ts";
import { useInboxView, viewAddress } from "../use-inbox-view.ts";
import { useSavedViews } from "../views/use-saved-views.ts";
import { useViewCounts, viewCountText } from "../views/use-view-counts.ts";
import { isSameFilter } from "../views/view-filter.ts";
import { valueIcon } from "../choice-texts.ts";
import { showsUntaken, untakenAddress } from "../untaken/use-untaken.ts";
import { newInquiries } from "./use-inquiries.ts";

/**
 * The inbox's views: who waits, the member's own, by status, emails that were not taken, and the bin; those that
 * members have saved; and the tags. Other filters stay when one is chosen, unless it is a saved one. `on` opens the
 * dialogs, which the bin does not have.
 */
export function InboxViews({ on }: { on?: { saveView: () => void; manageTags: () => void } }) {
  const { addressWith, filter } = useInboxView();
  const { search } = useLocation();
  const inUntaken = showsUntaken(search);
  // Neither view has filters.
  const isElsewhere = showsBin(search) || inUntaken;
  const { data, dataUpdatedAt } = useQuery(newInquiries);
  const viewCounts = useViewCounts(dataUpdatedAt);
  const countOf = (count: number | undefined) => (count === undefined ? undefined : viewCountText(count));
  const saved = useSavedViews().map((view) => ({
    ...view,
    isCurrent: !isElsewhere && isSameFilter(view.filter, filter),
  }));
  const tags = useTags();
  const counts = data?.counts;
  const { status, assignee, waiting } = filter;
  const whose = assignee === "me" || assignee === "nobody" ? assignee : undefined;
  const others = {
    ...noOwnView,
    // Their order is that view's own.
    ...(waiting !== undefined && { waiting: undefined, sort: undefined }),
    ...(whose !== undefined && { assignee: undefined }),
  };
  const addressOf = (change: Parameters<typeof addressWith>[0]) => addressWith({ ...change, view: undefined });
  const isSaved = saved.some(({ isCurrent }) => isCurrent);
  const isOther = isElsewhere || isSaved || waiting !== undefined || ownViewOf(filter) !== undefined;
  const ownLink = (name: (typeof ownViewNames)[number]) => {
    const { value, label, icon, count } = ownView(name);
    return {
      to: addressOf({ ...others, status: undefined, [name]: value }),
      label: label(),
      icon,
      count: data && count?.(data),
      isCurrent: !isElsewhere && !isSaved && filter[name] !== undefined,
    };
  };
  return (
    <Views
      label={teamCopy.inboxList.list.views.label}
      views={[
        {
          to: addressOf({ status: undefined, ...others, sort: undefined, waiting: waiting ?? 0 }),
          label: teamCopy.inboxList.list.views.waiting,
          icon: "clock",
          count: data?.waitingCount,
          isCurrent: !isElsewhere && !isSaved && waiting !== undefined && status === undefined && whose === undefined,
        },
        ...(["me", "nobody"] as const).map((id) => ({
          to: addressOf({ ...others, status: undefined, assignee: id }),
          label: id === "me" ? teamCopy.inboxList.list.views.mine : teamCopy.inboxList.list.views.unassigned,
          icon: id === "me" ? ("person" as const) : ("unassigned" as const),
          count: countOf(id === "me" ? viewCounts?.mine : viewCounts?.unassigned),
          isCurrent: !isOther && status === undefined && assignee === id,
        })),
        ...ownViewNames.filter((name) => ownView(name).isPersonal === true).map(ownLink),
        {
          to: addressWith({ status: undefined, ...others, view: "all" }),
          label: teamCopy.inboxList.list.views.all,
          icon: "inbox",
          count: counts && inquiryStatuses.reduce((sum, name) => sum + (name === "suspected" ? 0 : counts[name]), 0),
          isCurrent: !isOther && status === undefined && whose === undefined,
        },
        ...inquiryStatuses.map((name) => ({
          to: addressOf({ status: name, ...others }),
          label: teamCopy.inbox.statuses[name],
          icon: valueIcon("status", name),
          count: counts?.[name],
          isCurrent: !isOther && status === name,
        })),
        ...ownViewNames.filter((name) => ownView(name).isPersonal !== true).map(ownLink),
        {
          to: untakenAddress,
          label: teamCopy.inboxList.list.views.untaken,
          icon: "mail",
          count: data?.untakenCount,
          isCurrent: inUntaken,
        },
        {
          to: binAddress,
          label: teamCopy.inboxList.list.views.bin,
          icon: "trash",
          count: data?.binCount,
          isCurrent: showsBin(search),
        },
      ]}
      more={[
        {
          label: teamCopy.inboxList.list.views.saved,
          views: saved.map((view) => ({
            to: viewAddress(view.filter),
            label: view.name,
            icon: "bookmark",
            count: countOf(viewCounts?.views[view.id]),
            isCurrent: view.isCurrent,
          })),
          action: on && (
            <IconButton label={teamCopy.inbox.views.save} title={teamCopy.inbox.views.save} onClick={on.saveView}>
              <AdminIcon name="add" />
            </IconButton>
          ),
        },
        {
          label: teamCopy.inboxList.list.views.tags,
          // There may be fifty; elsewhere the filters have them.
          isOnlyBeside: true,
          views: tags.map(({ id, name, color }) => ({
            // A second press removes the filter.
            to: addressOf({ tag: filter.tag === id ? undefined : id }),
            label: name,
            mark: <TagDot color={color} />,
            count: countOf(viewCounts?.tags[id]),
            isCurrent: !isElsewhere && filter.tag === id,
          })),
          action: on && (
            <IconButton
              label={teamCopy.inboxList.tags.manage}
              title={teamCopy.inboxList.tags.manage}
              onClick={on.manageTags}
            >
              <AdminIcon name="add" />
            </IconButton>
          ),
        },
      ]}
    />
  );
}
