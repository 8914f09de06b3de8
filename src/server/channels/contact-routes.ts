import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { visitorPaths } from "#contract/paths.ts";
import { channelPaths } from "#contract/team-api-paths.ts";
import { proposedSchema } from "#contract/channels/channel-list.ts";
import {
  activeContactListSchema,
  contactInputSchema,
  contactListSchema,
  contactOrderSchema,
  contactSchema,
  contactChangeSchema,
} from "#contract/channels/contact.ts";
import { languageField } from "#contract/language.ts";
import { doneSchema } from "#contract/done.ts";
import { say } from "#copy/server/say.ts";
import { inLanguageOf } from "#domain/channels/descriptions.ts";
import { knownChannels } from "#domain/channels/known-channels.ts";
import { type Language, languageCodes, languageOf } from "#domain/languages.ts";
import { cachedByVersion } from "../http/cache/cached-response.ts";
import { type Contacts, toContact } from "./contacts.ts";
import type { Sessions } from "../auth/sessions.ts";
import { channelRequests } from "./channel-requests.ts";
import { problems } from "../http/problem.ts";

const params = z.object({ id: z.string() });

/** `/api/contacts`: active channels for anyone; all channels and their changes for the team. */
export function contactRoutes(deps: { contacts: Contacts; sessions: Sessions }): FastifyPluginAsyncZod {
  const { contacts } = deps;
  const { actorOf, respond } = channelRequests(deps);
  return async (app) => {
    const sendActiveIn = (language: Language) =>
      cachedByVersion(
        async () => {
          const { version, contacts: active, isHidden } = await contacts.active();
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
      const { list: channelList } = await contacts.channelList();
      const faults = contacts.descriptionFaults(channelList);
      const listed = knownChannels(channelList.channels).map((channel) => {
        const problem = faults.get(channel.id)?.problem;
        return { ...toContact(channel), ...(problem === undefined ? {} : { problem }) };
      });
      return { contacts: listed, version: channelList.listVersion };
    };
    const present = async (id: string) => {
      const contact = (await contacts.list()).find(({ _id }) => _id === id);
      if (contact === undefined) throw new Error("what was changed is not in the list");
      return contact;
    };

    app.get(
      visitorPaths.activeContacts,
      {
        config: { access: "anyone" },
        schema: {
          summary: "The active contacts, in the team's order",
          querystring: z.object(languageField),
          response: { 200: activeContactListSchema, ...problems() },
        },
      },
      // Sent as prepared bytes, bypassing the schema's serializer.
      async (request, reply) => void (await sendActive[languageOf(request.query.language)](request, reply)),
    );

    app.get(
      channelPaths.contacts,
      { schema: { summary: "All contacts", response: { 200: contactListSchema, ...problems(401) } } },
      list,
    );

    app.post(
      channelPaths.contacts,
      {
        config: { access: "owner" },
        schema: {
          summary: "Add a contact at the end of the list",
          body: contactInputSchema,
          response: { 201: contactSchema, 202: proposedSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) =>
        respond(request, reply, contacts.add(request.body, actorOf(request)), (change) => {
          const [added] = change?.after ?? [];
          if (added === undefined) throw new Error("what was added is not in its change");
          return reply.code(201).send(toContact(added));
        }),
    );

    app.put(
      channelPaths.contact,
      {
        config: { access: "owner" },
        schema: {
          summary: "Replace a contact; hours and translations that are left out stay as they are",
          params,
          body: contactInputSchema,
          response: { 200: contactSchema, 202: proposedSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        return respond(request, reply, contacts.change({ id, fields: request.body }, actorOf(request)), () =>
          present(id),
        );
      },
    );

    app.patch(
      channelPaths.contact,
      {
        config: { access: "owner" },
        schema: {
          summary: "Change some fields of a contact, as to switch it on or off",
          params,
          body: contactChangeSchema,
          response: { 200: contactSchema, 202: proposedSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        return respond(request, reply, contacts.change({ id, fields: request.body }, actorOf(request)), () =>
          present(id),
        );
      },
    );

    app.put(
      channelPaths.order,
      {
        config: { access: "owner" },
        schema: {
          summary: "Put the whole list in a new order",
          body: contactOrderSchema,
          response: { 200: contactListSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => respond(request, reply, contacts.reorder(request.body.ids, actorOf(request)), list),
    );

    app.delete(
      channelPaths.contact,
      {
        config: { access: "owner" },
        schema: {
          summary: "Delete a contact; when it was public, its value is remembered",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) =>
        respond(request, reply, contacts.remove(request.params.id, actorOf(request)), () => ({
          message: say("channel.deleted"),
        })),
    );
  };
}
