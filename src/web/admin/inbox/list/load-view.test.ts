import { afterEach, expect, it, vi } from "vitest";
import { loadView, maxOfView } from "./load-view.ts";
import { chosenOf } from "./use-selection.ts";

afterEach(() => vi.unstubAllGlobals());

type Row = Parameters<typeof chosenOf>[0][number];
const row = (id: number, version = 1) => ({ id: `${id}`, version }) as Row;

/** A server with a view of this many inquiries; `onPage` runs before each page. Returns the addresses called. */
function serve(count: number, onPage: (page: number) => void = () => undefined): URL[] {
  const calls: URL[] = [];
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("fetch", async (url: string, { signal }: RequestInit) => {
    const address = new URL(url, "https://desk.example");
    calls.push(address);
    onPage(calls.length);
    signal?.throwIfAborted();
    const [after, limit] = [Number(address.searchParams.get("after") ?? 0), Number(address.searchParams.get("limit"))];
    const end = Math.min(count, after + limit);
    const inquiries = Array.from({ length: end - after }, (_, at) => row(after + at));
    // Rows that move in the order meanwhile come again.
    if (after > 0) inquiries.push(row(0, 2));
    return new Response(JSON.stringify({ inquiries, next: end < count ? `${end}` : null }));
  });
  return calls;
}

it("loads all of a view, once each, with its filter and order, and tells how far it is", async () => {
  const calls = serve(450);
  const told: number[] = [];
  const signal = new AbortController().signal;
  const { inquiries, isWhole } = await loadView({ waiting: 0, tag: "kyc" }, (count) => told.push(count), signal);
  expect(inquiries.map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, id) => `${id}`));
  expect([isWhole, told]).toEqual([true, [200, 400, 450]]);
  for (const { searchParams } of calls)
    expect(Object.fromEntries(searchParams)).toMatchObject({ waiting: "0", tag: "kyc", sort: "waiting" });
});

it("loads the first ones of a larger view, and says that there are others", async () => {
  const calls = serve(maxOfView + 1);
  const { inquiries, isWhole } = await loadView({}, () => undefined, new AbortController().signal);
  expect([inquiries.length, isWhole, calls.length]).toEqual([maxOfView, false, maxOfView / 200]);
  serve(maxOfView);
  const all = await loadView({}, () => undefined, new AbortController().signal);
  expect([all.inquiries.length, all.isWhole]).toEqual([maxOfView, true]);
});

it("stops when it is told to", async () => {
  const control = new AbortController();
  const calls = serve(1000, (page) => page === 3 && control.abort());
  await expect(loadView({}, () => undefined, control.signal)).rejects.toThrow();
  expect(calls).toHaveLength(3);
});

it("takes a chosen inquiry as its row shows it, and those without a row as they were when the view was selected", () => {
  const chosen = new Set(["1", "2", "3"]);
  const ofView = [1, 2, 3, 4].map((id) => row(id));
  expect(chosenOf([row(1, 5), row(4, 5)], chosen, ofView)).toEqual([row(1, 5), row(2), row(3)]);
  expect(chosenOf([row(1, 5), row(4, 5)], chosen)).toEqual([row(1, 5)]);
});
