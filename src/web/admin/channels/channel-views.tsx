import { teamCopy } from "#copy/current.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import { paths } from "#contract/paths.ts";
import { useLocation } from "#web/page/router.tsx";
import { Views } from "../shell/page.tsx";
import { waitingView } from "./banners/pending-changes.tsx";
import { useChannelState } from "./use-team-channels.ts";

const hiddenView = `${paths.channels}?view=hidden`;

/** Returns the view of the channels page. */
export function viewOf({ search }: { search: string }): "all" | "waiting" | "hidden" {
  const view = new URLSearchParams(search).get("view");
  return view === "waiting" || view === "hidden" ? view : "all";
}

/** The views of the channels and their history, with counts. `channels` are undefined until they are loaded. */
export function ChannelViews({ channels }: { channels: readonly TeamChannel[] | undefined }) {
  const location = useLocation();
  const { data } = useChannelState();
  const current = location.pathname === paths.history ? "history" : viewOf(location);
  return (
    <Views
      label={teamCopy.channels.list.views.label}
      views={[
        {
          to: paths.channels,
          label: teamCopy.channels.list.views.all,
          icon: "channels",
          count: channels?.length,
          isCurrent: current === "all",
        },
        {
          to: waitingView,
          label: teamCopy.channels.list.views.waiting,
          icon: "clock",
          count: data?.proposals.length || undefined,
          isCurrent: current === "waiting",
        },
        {
          to: hiddenView,
          label: teamCopy.channels.list.views.hidden,
          icon: "hidden",
          count: channels?.filter(({ isActive }) => !isActive).length || undefined,
          isCurrent: current === "hidden",
        },
        {
          to: paths.history,
          label: teamCopy.channels.list.views.history,
          icon: "undo",
          isCurrent: current === "history",
        },
      ]}
    />
  );
}
