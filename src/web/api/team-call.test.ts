import { afterEach, expect, it, vi } from "vitest";
import type { Tag } from "#contract/inbox/tag.ts";
import { addressOf, api } from "./team-call.ts";

const tag = { name: "Bonus", color: "blue" } as const;

function answering() {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ id: "7", ...tag }));
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

it("makes a call from its name, with its id, body and version", async () => {
  const fetched = answering();
  const changed: Tag = await api("PUT /tags/:id", { id: "a/b", body: tag });
  expect(changed).toEqual({ id: "7", ...tag });
  expect(fetched).toHaveBeenCalledWith("/api/tags/a%2Fb", expect.objectContaining({ method: "PUT" }));
  await api("DELETE /contact-inquiries/:id/merge", { id: "8", version: 3 });
  const headers = expect.objectContaining({ "if-match": '"3"' });
  expect(fetched).toHaveBeenLastCalledWith("/api/contact-inquiries/8/merge", expect.objectContaining({ headers }));
});

it("leaves out of the query what has no value", async () => {
  expect(addressOf("GET /contact-inquiries/export.csv", { query: { search: "a b", tag: "", from: undefined } })).toBe(
    "/api/contact-inquiries/export.csv?search=a+b",
  );
});

it("takes nothing but what the call declares", async () => {
  answering();
  await api("GET /tags");
  await api("PUT /saved-replies/:id", { id: "7", body: { title: "Hello", text: "Good morning" } });
  // @ts-expect-error -- there is no such call.
  await api("GET /tag");
  // @ts-expect-error -- the id is missing.
  await api("DELETE /tags/:id");
  // @ts-expect-error -- a tag has no such colour.
  await api("POST /tags", { body: { name: "Bonus", color: "pink" } });
  // @ts-expect-error -- the body is missing.
  await api("PUT /tags/:id", { id: "7" });
  // @ts-expect-error -- the call has no body.
  await api("DELETE /tags/:id", { id: "7", body: tag });
  // @ts-expect-error -- the version is required.
  await api("DELETE /contact-inquiries/:id/merge", { id: "8" });
  // @ts-expect-error -- the list has no such filter.
  await api("GET /contact-inquiries", { query: { colour: "blue" } });
  // @ts-expect-error -- a list of tags is no tag.
  const wrong: Tag = await api("GET /tags");
  expect(wrong).toBeDefined();
});
