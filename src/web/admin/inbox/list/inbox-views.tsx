import { useQuery } from "@tanstack/react-query";
import { inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { useLocation } from "#web/page/router.tsx";
import { snoozedLabel, statusLabels } from "../inbox-copy.ts";
import { Views } from "../../shell/page.tsx";
import { binAddress, showsBin } from "../bin/use-bin.ts";
import { useInboxView } from "../use-inbox-view.ts";
import { statusIcons } from "./status.tsx";
import { newInquiries } from "./use-inquiries.ts";

/** The inbox's views: by status, by assignee, and the bin. Other filters stay when one is chosen. */
export function InboxViews() {
  const { addressWith, filter } = useInboxView();
  const inBin = showsBin(useLocation().search);
  const { data } = useQuery(newInquiries);
  const counts = data?.counts;
  const { status, assignee, snoozed } = filter;
  const whose = assignee === "me" || assignee === "nobody" ? assignee : undefined;
  const others = { snoozed: undefined, ...(whose !== undefined && { assignee: undefined }) };
  const to = (change: Parameters<typeof addressWith>[0]) => addressWith({ ...change, view: undefined });
  return (
    <Views
      label="Views"
      views={[
        {
          to: to({ status: undefined, ...others }),
          label: "All",
          icon: "inbox",
          count: counts && inquiryStatuses.reduce((sum, name) => sum + (name === "suspected" ? 0 : counts[name]), 0),
          isCurrent: !inBin && status === undefined && whose === undefined && snoozed === undefined,
        },
        ...inquiryStatuses.map((name) => ({
          to: to({ status: name, ...others }),
          label: statusLabels[name],
          icon: statusIcons[name],
          count: counts?.[name],
          isCurrent: !inBin && status === name && snoozed === undefined,
        })),
        {
          to: to({ ...others, status: undefined, snoozed: "yes" }),
          label: snoozedLabel,
          icon: "moon",
          count: data?.snoozedCount,
          isCurrent: !inBin && snoozed !== undefined,
        },
        { to: binAddress, label: "Bin", icon: "trash", count: data?.binCount, isCurrent: inBin },
        ...(["me", "nobody"] as const).map((id) => ({
          to: to({ status: undefined, snoozed: undefined, assignee: id }),
          label: id === "me" ? "Mine" : "Unassigned",
          icon: id === "me" ? ("person" as const) : ("unassigned" as const),
          isCurrent: !inBin && status === undefined && snoozed === undefined && assignee === id,
        })),
      ]}
    />
  );
}
