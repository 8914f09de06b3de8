import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import {
  activeContactListSchema,
  contactInputSchema,
  contactListSchema,
  contactOrderSchema,
  contactSchema,
  contactSwitchSchema,
} from "#contract/contact.ts";
import { doneSchema } from "#contract/done.ts";
import { cachedByVersion } from "../cached-answer.ts";
import { sendProblem } from "../problem.ts";
import type { Contacts } from "../services/contacts.ts";
import { problems } from "./problems.ts";

const params = z.object({ id: z.string() });
const gone = "This contact is no longer there. Please reload the list.";

/** `/api/contacts`: the active ones for anyone, all of them and their changes for the team. */
export function contactRoutes(contacts: Contacts): FastifyPluginAsyncZod {
  return async (app) => {
    const sendActive = cachedByVersion(
      async () => {
        const { version, contacts: active } = await contacts.active();
        return { version, make: () => JSON.stringify({ contacts: active }) };
      },
      { "content-type": "application/json; charset=utf-8" },
    );

    app.get(
      "/contacts/active",
      {
        config: { access: "anyone" },
        schema: {
          summary: "The active contacts, in the team's order",
          response: { 200: activeContactListSchema, ...problems() },
        },
      },
      // Sent as prepared bytes, past the serializer of the schema.
      async (request, reply) => void (await sendActive(request, reply)),
    );

    app.get(
      "/contacts",
      { schema: { summary: "All contacts", response: { 200: contactListSchema, ...problems(401) } } },
      async () => ({ contacts: await contacts.list(), version: 1 }),
    );

    app.post(
      "/contacts",
      {
        config: { access: "owner" },
        schema: {
          summary: "Add a contact at the end of the list",
          body: contactInputSchema,
          response: { 201: contactSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const contact = await contacts.add(request.body);
        if (contact === null)
          return sendProblem(reply, 409, "The list is full. Delete a contact that is no longer used first.");
        return reply.code(201).send(contact);
      },
    );

    app.put(
      "/contacts/:id",
      {
        config: { access: "owner" },
        schema: {
          summary: "Replace a contact",
          params,
          body: contactInputSchema,
          response: { 200: contactSchema, ...problems(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) =>
        (await contacts.replace(request.params.id, request.body)) ?? sendProblem(reply, 404, gone),
    );

    app.patch(
      "/contacts/:id",
      {
        config: { access: "owner" },
        schema: {
          summary: "Switch a contact on or off",
          params,
          body: contactSwitchSchema,
          response: { 200: contactSchema, ...problems(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) =>
        (await contacts.setActive(request.params.id, request.body.isActive)) ?? sendProblem(reply, 404, gone),
    );

    app.put(
      "/contacts/order",
      {
        config: { access: "owner" },
        schema: {
          summary: "Put the whole list in a new order",
          body: contactOrderSchema,
          response: { 200: contactListSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        if (await contacts.reorder(request.body.ids)) return { contacts: await contacts.list(), version: 1 };
        return sendProblem(reply, 409, "The list has changed in the meantime. Please look at it and try again.");
      },
    );

    app.delete(
      "/contacts/:id",
      {
        config: { access: "owner" },
        schema: {
          summary: "Delete a contact",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 413, 415) },
        },
      },
      async (request, reply) => {
        if (await contacts.remove(request.params.id)) return { message: "Contact deleted successfully" };
        return sendProblem(reply, 404, gone);
      },
    );
  };
}
