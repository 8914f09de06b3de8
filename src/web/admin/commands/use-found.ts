import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { api } from "#web/api/team-call.ts";
import { navigate } from "#web/page/router.tsx";
import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { newChannelLink } from "../channels/new-channel.ts";
import { listKey } from "../channels/use-team-channels.ts";
import { viewAddress } from "../inbox/use-inbox-view.ts";
import { tagsKey } from "../inbox/tags/use-tags.ts";
import { fetchReplies, repliesKey } from "../saved-replies/use-replies.ts";
import { ownSettingsIndex, settingsIndex } from "../settings/settings-index.ts";
import { useMember } from "../shell/member.ts";
import { personName } from "../shell/person.tsx";
import { useMembers } from "../team/use-team.ts";
import type { Command } from "./commands.ts";
import { goTo } from "./go-to.ts";

/** Milliseconds for which data loaded for the palette is used again. */
const staleTime = 60_000;

/**
 * Returns commands that lead to things by name: settings, channels, tags, members and saved replies. They are loaded
 * when the palette opens. Members find only what they may open.
 */
export function useFound(): Command[] {
  const isOwner = useMember().role === "owner";
  const settings = useMemo(() => [...(isOwner ? settingsIndex() : []), ...ownSettingsIndex()], [isOwner]);
  const channels = useQuery({ queryKey: listKey, queryFn: channelApi.list, staleTime });
  const tags = useQuery({ queryKey: tagsKey, queryFn: () => api("GET /tags"), staleTime });
  const replies = useQuery({ queryKey: repliesKey, queryFn: fetchReplies, staleTime });
  const members = useMembers();
  const { areas } = teamCopy.shell;
  return [
    ...(isOwner ? (["setup", "history"] as const) : (["history"] as const)).map((name) => ({
      group: teamCopy.commands.goTo,
      label: teamCopy.shell.titles[name],
      run: () => navigate(paths[name]),
    })),
    ...settings.map(({ page, section, label, fields, to }) => ({
      group: page,
      label,
      about: label === section ? undefined : section,
      icon: "settings" as const,
      run: () => goTo(to, ...fields),
    })),
    ...(channels.data ?? []).map(({ _id, type, value, proof }) => ({
      group: areas.channels,
      label: value,
      about: [brandCopy(type).label, proof].filter(Boolean).join(" · "),
      icon: "channels" as const,
      run: () => goTo(paths.channels, `#channel-${_id}`),
    })),
    ...(isOwner ? channelTypes : []).map((type) => ({
      group: areas.channels,
      label: teamCopy.channels.list.addNew,
      about: brandCopy(type).label,
      icon: "add" as const,
      run: () => navigate(newChannelLink(type, "")),
    })),
    ...(tags.data?.tags ?? []).map(({ id, name }) => ({
      group: teamCopy.commands.tags,
      label: name,
      icon: "tag" as const,
      run: () => navigate(viewAddress({ tag: id })),
    })),
    ...(members.data ?? []).map(({ id, email }) => ({
      group: areas.team,
      label: personName(email),
      about: email,
      icon: "person" as const,
      run: () => goTo(paths.team, `#member-${id}`),
    })),
    ...(replies.data ?? []).map(({ id, title }) => ({
      group: areas.replies,
      label: title,
      icon: "replies" as const,
      run: () => goTo(paths.replies, `#saved-reply-${id}`),
    })),
  ];
}

/** Milliseconds that typing must pause before a request. */
const pause = 250;
const maxInquiries = 5;

/** Inquiries that match what is typed, from the server, once the typing pauses; and what to announce about them. */
export function useFoundInquiries(typed: string): { inquiries: Command[]; announcement: string } {
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = search === typed && typed.length > 1;
  const { data, isError } = useQuery({
    queryKey: ["palette", search],
    queryFn: ({ signal }) => inboxApi.list({ search }, { after: null, limit: maxInquiries }, signal),
    enabled: isAsked,
    retry: false,
  });
  if (!isAsked) return { inquiries: [], announcement: "" };
  if (isError) return { inquiries: [], announcement: teamCopy.forms.notLoaded(teamCopy.commands.inquiries) };
  if (data === undefined) return { inquiries: [], announcement: "" };
  const found = data.inquiries.slice(0, maxInquiries);
  return {
    inquiries: found.map(({ id, name, reference }) => ({
      group: teamCopy.commands.inquiries,
      label: name,
      about: reference,
      icon: "inbox",
      run: () => navigate(viewAddress({ search, inquiry: id })),
    })),
    announcement: teamCopy.commands.foundInquiries(found.length, data.next !== null),
  };
}
