import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "./testing.ts";

let test: Awaited<ReturnType<typeof openTestStore>>;
beforeEach(async () => {
  test = await openTestStore();
});
afterEach(() => test.db.destroy());

const input = { type: "email", value: "help@example.com", isActive: true, proof: "" } as const;
const add = (id: string, most = 100) => test.store.contacts.insert(id, input, 1, most);
const ids = async () => (await test.store.contacts.list()).map(({ _id }) => _id);

describe("the order", () => {
  it("has a new contact at the end, after any deleted or moved", async () => {
    for (const id of ["a", "b", "c"]) await add(id);
    await test.store.contacts.delete("c");
    expect(await test.store.contacts.reorder(["b", "a"], 2)).toBe(true);
    await add("d");
    expect(await ids()).toEqual(["b", "a", "d"]);
  });

  it.each([
    ["an id missing", ["a", "b"]],
    ["an id too many", ["a", "b", "c", "d"]],
    ["an id twice", ["a", "b", "b"]],
    ["all ids, and one of them twice", ["a", "b", "c", "a"]],
    ["an unknown id", ["a", "b", "x"]],
  ])("is kept where the new one has %s", async (_what, wanted) => {
    for (const id of ["a", "b", "c"]) await add(id);
    const before = await test.dump();
    expect(await test.store.contacts.reorder(wanted, 2)).toBe(false);
    expect(await test.dump()).toEqual(before);
  });

  it("touches only the contacts that move", async () => {
    for (const id of ["a", "b", "c"]) await add(id);
    await test.store.contacts.reorder(["a", "c", "b"], 5);
    const rows = await test.db.selectFrom("contact").select(["id", "updated_at"]).orderBy("position").execute();
    expect(rows).toEqual([
      { id: "a", updated_at: 1 },
      { id: "c", updated_at: 5 },
      { id: "b", updated_at: 5 },
    ]);
  });

  it("is one of two that are asked for at once, never a mixture", async () => {
    for (const id of ["a", "b", "c", "d"]) await add(id);
    const wanted = [
      ["d", "c", "b", "a"],
      ["b", "a", "d", "c"],
    ];
    await Promise.all(wanted.map((order) => test.store.contacts.reorder(order, 2)));
    expect(wanted).toContainEqual(await ids());
  });

  it("of an empty list is the empty list", async () => {
    expect(await test.store.contacts.reorder([], 2)).toBe(true);
    expect(await test.store.contacts.reorder(["a"], 2)).toBe(false);
  });
});

it("holds no more than the limit, however many are added at once", async () => {
  const added = await Promise.all(["a", "b", "c", "d", "e"].map((id) => add(id, 3)));
  expect(added.filter((contact) => contact === null)).toHaveLength(2);
  expect(await ids()).toHaveLength(3);
});

it("changes what it is told and nothing else", async () => {
  await add("a");
  expect(await test.store.contacts.update("a", { isActive: false }, 7)).toEqual({
    _id: "a",
    ...input,
    isActive: false,
  });
  expect(await test.store.contacts.update("nobody", { isActive: false }, 7)).toBeNull();
  expect(await test.store.contacts.listActive()).toEqual([]);
  expect(await test.store.contacts.delete("nobody")).toBe(false);
  expect((await test.dump()).contact).toEqual([
    {
      id: "a",
      type: "email",
      value: "help@example.com",
      is_active: 0,
      proof: "",
      position: 1,
      created_at: 1,
      updated_at: 7,
    },
  ]);
});
