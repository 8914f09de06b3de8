import { say } from "#copy/server/say.ts";
import { inLanguageOf } from "#domain/channels/descriptions.ts";
import { knownChannels } from "#domain/channels/known-channels.ts";
import { type Language, languageCodes, languageOf } from "#domain/languages.ts";
import { cachedByVersion } from "../http/cache/cached-response.ts";
import { type Channels, toTeamChannel } from "./channels.ts";
import type { Sessions } from "../auth/sessions.ts";
import { channelRequests } from "./channel-requests.ts";
import { route } from "../http/route.ts";

/** `/api/contacts`: active channels for anyone; all channels and their changes for the team. */
export function channelRoutes(deps: { channels: Channels; sessions: Sessions }) {
  const { channels } = deps;
  const { actorOf, respond } = channelRequests(deps);
  const sendActiveIn = (language: Language) =>
    cachedByVersion(
      async () => {
        const { version, channels: active, isHidden } = await channels.active();
        // The value is as the team typed it; `usual` is what to open, show and compare.
        const shown = active.map(({ typed, ...one }) => ({
          ...inLanguageOf(language, one),
          ...(typed !== undefined && { value: typed, usual: one.value }),
        }));
        return { version, make: () => JSON.stringify({ contacts: shown, hidden: isHidden }) };
      },
      { "content-type": "application/json; charset=utf-8" },
    );
  const sendActive = {} as Record<Language, ReturnType<typeof sendActiveIn>>;
  for (const language of languageCodes) sendActive[language] = sendActiveIn(language);
  const list = async () => {
    const { list: channelList } = await channels.channelList();
    const faults = channels.descriptionFaults(channelList);
    const listed = knownChannels(channelList.channels).map((channel) => {
      const problem = faults.get(channel.id)?.problem;
      return { ...toTeamChannel(channel), ...(problem === undefined ? {} : { problem }) };
    });
    return { contacts: listed, version: channelList.listVersion };
  };
  const present = async (id: string) => {
    const channel = (await channels.list()).find(({ _id }) => _id === id);
    if (channel === undefined) throw new Error("what was changed is not in the list");
    return channel;
  };

  return [
    route("GET /contacts/active", {
      does: "The active contacts, in the team's order",
      access: "anyone",
      statuses: { never: [422] },
      // Sent as prepared bytes, bypassing the schema's serializer.
      run: async ({ query, request, reply }) => {
        await sendActive[languageOf(query.language)](request, reply);
        return reply;
      },
    }),

    route("GET /contacts", { does: "All contacts", run: list }),

    route("POST /contacts", {
      does: "Add a contact at the end of the list",
      access: "owner",
      statuses: { also: [409] },
      run: ({ body, request, reply }) =>
        respond(request, reply, channels.add(body, actorOf(request)), (change) => {
          const [added] = change?.after ?? [];
          if (added === undefined) throw new Error("what was added is not in its change");
          return toTeamChannel(added);
        }),
    }),

    route("PUT /contacts/:id", {
      does: "Replace a contact; hours and translations that are left out stay as they are",
      access: "owner",
      statuses: { also: [404, 409] },
      run: ({ id, body, request, reply }) =>
        respond(request, reply, channels.change({ id, fields: body }, actorOf(request)), () => present(id)),
    }),

    route("PATCH /contacts/:id", {
      does: "Change some fields of a contact, as to switch it on or off",
      access: "owner",
      statuses: { also: [404, 409] },
      run: ({ id, body, request, reply }) =>
        respond(request, reply, channels.change({ id, fields: body }, actorOf(request)), () => present(id)),
    }),

    route("PUT /contacts/order", {
      does: "Put the whole list in a new order",
      access: "owner",
      statuses: { also: [409] },
      run: ({ body, request, reply }) => respond(request, reply, channels.reorder(body.ids, actorOf(request)), list),
    }),

    route("DELETE /contacts/:id", {
      does: "Delete a contact; when it was public, its value is remembered",
      access: "owner",
      statuses: { also: [404, 409] },
      run: ({ id, request, reply }) =>
        respond(request, reply, channels.remove(id, actorOf(request)), () => ({ message: say("channel.deleted") })),
    }),
  ];
}
