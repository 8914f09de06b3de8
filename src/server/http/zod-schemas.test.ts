import Fastify from "fastify";
import { expect, it } from "vitest";
import { z } from "zod";
import { onUnreadableRow } from "../lib/stored-rows.ts";
import { zodSchemas } from "./zod-schemas.ts";

const row = z.object({ id: z.string(), color: z.enum(["red", "blue"]), files: z.array(z.object({ size: z.int() })) });
const schema = z.object({ total: z.int(), rows: z.array(row), names: z.array(z.string()) });

async function serialized(data: unknown) {
  const app = Fastify({ schemaController: zodSchemas });
  app.get("/rows", { schema: { response: { 200: schema } } }, () => data);
  const response = await app.inject("/rows");
  await app.close();
  return response;
}

it("leaves out the innermost row of a list that does not fit, and reports it without its content", async () => {
  const reported: unknown[] = [];
  const stop = onUnreadableRow((each) => reported.push(each));
  const good = { id: "good", color: "red", files: [{ size: 1 }] };
  const rows = [
    { ...good, id: "bad", color: "a visitor's name" },
    good,
    { ...good, id: "half", files: [{ size: 1 }, { size: "large" }] },
    { ...good, id: "asha@example.com", color: null, files: [{ size: null }] },
  ];
  const response = await serialized({ total: 4, rows, names: [] });
  expect(response.json()).toEqual({ total: 4, rows: [good, { ...good, id: "half" }], names: [] });
  expect(reported).toEqual([
    { place: "GET /rows", id: "bad" },
    { place: "GET /rows", id: "(unusual)" },
  ]);
  stop();
});

it.each([
  { total: "many", rows: [], names: [] },
  { total: 1, rows: [], names: [7] },
  { total: 1, rows: null, names: [] },
])("fails for anything else that does not fit: %j", async (data) => {
  expect((await serialized(data)).statusCode).toBe(500);
});
