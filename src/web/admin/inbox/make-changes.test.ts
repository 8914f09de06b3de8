import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { InquiryChange, InquiryChanges } from "#contract/inbox/inbox.ts";
import { changeOne, changeSeveral, notBegun } from "./make-changes.ts";
import { createOwnVersions, type OwnVersions } from "./own-versions.ts";

/** A server's inquiries, all at version 1. */
let inquiries: Map<string, { version: number; status: string; assignee: { id: string } | null; tags: string[] }>;
/** The next calls: `lost` ones are made, but their responses do not arrive; `away` ones do not reach the server. */
let network: Array<"lost" | "away">;
let calls: string[];
let own: OwnVersions;

beforeEach(() => {
  inquiries = new Map(
    Array.from({ length: 450 }, (_, n) => [`${n}`, { version: 1, status: "new", assignee: null, tags: [] }]),
  );
  network = [];
  calls = [];
  own = createOwnVersions();
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const fate = network.shift();
    if (fate === "away") throw new TypeError("no network");
    const answer = answerTo(url, init);
    if (fate === "lost") throw new TypeError("no network");
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const shown = (id: string) => ({ id, ...inquiries.get(id) });

function change(id: string, version: number, { status, assigneeId, tags }: InquiryChange): boolean {
  const now = inquiries.get(id);
  if (now?.version !== version) return false;
  now.version += 1;
  now.status = status ?? now.status;
  if (tags !== undefined) now.tags = [...now.tags.filter((tag) => !tags.remove.includes(tag)), ...tags.add];
  if (assigneeId !== undefined) now.assignee = assigneeId === null ? null : { id: assigneeId };
  return true;
}

function answerTo(url: string, { method, body, headers }: RequestInit): Response {
  const sent = typeof body === "string" ? body : "{}";
  const id = url.split("/").at(-1) ?? "";
  calls.push(`${method} ${id}`);
  if (method === "GET") return inquiries.has(id) ? json(shown(id)) : json({ message: "gone" }, 404);
  if (method === "PATCH") {
    const version = Number(new Headers(headers).get("if-match")?.replaceAll('"', ""));
    const isApplied = change(id, version, JSON.parse(sent) as InquiryChange);
    return isApplied ? json(shown(id)) : json({ message: "stale", current: shown(id) }, 412);
  }
  const { changes } = JSON.parse(sent) as InquiryChanges;
  const [changed, refused]: [unknown[], string[]] = [[], []];
  for (const one of changes) {
    if (change(one.id, one.version, one)) changed.push(shown(one.id));
    else refused.push(one.id);
  }
  return json({ message: "done", changed, refused });
}

const closed = { status: "closed" } as const;
const versions = (...ids: string[]) => ids.map((id) => inquiries.get(id)?.version);

it("a change whose answer was lost counts as made when it is tried again, and is not made twice", async () => {
  network = ["lost"];
  await expect(changeOne("1", 1, closed, false, own)).rejects.toMatchObject({ status: 0 });
  expect(await changeOne("1", 1, closed, true, own)).toMatchObject({ version: 2, status: "closed" });
  expect(versions("1")).toEqual([2]);
});

it("a change that a colleague was quicker than is refused, also when it is tried again", async () => {
  network = ["away"];
  await expect(changeOne("1", 1, closed, false, own)).rejects.toMatchObject({ status: 0 });
  change("1", 1, { status: "answered" });
  await expect(changeOne("1", 1, closed, true, own)).rejects.toMatchObject({ status: 412 });
  // The first attempt never counts a colleague's change as its own.
  change("2", 1, closed);
  await expect(changeOne("2", 1, closed, false, own)).rejects.toMatchObject({ status: 412 });
  expect(inquiries.get("1")?.status).toBe("answered");
});

it.each(["lost", "away"] as const)("changes of several go on where they stopped, the call being %s", async (fate) => {
  let progress = notBegun([...inquiries.keys()].map((id) => ({ id, version: 1, assigneeId: "asha" })));
  // The first batch is made; the result of the second is unknown.
  const isStopped = (async () => {
    const real = fetch;
    let count = 0;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      count += 1;
      if (count === 2) network = [fate];
      return real(url, init);
    });
    await changeSeveral(progress, false, own, (now) => (progress = now));
  })();
  await expect(isStopped).rejects.toMatchObject({ status: 0 });
  // Meanwhile one is erased, and a colleague has changed another.
  inquiries.delete("250");
  const taken = inquiries.get("260");
  if (taken !== undefined) Object.assign(taken, { version: 7, assignee: { id: "mira" } });
  calls = [];
  const { changed, refused, left } = await changeSeveral(progress, true, own, () => {});
  expect(calls.filter((call) => call.startsWith("POST"))).toHaveLength(2);
  expect(left).toEqual([]);
  expect(refused.toSorted()).toEqual(["250", "260"]);
  expect(new Set(changed.map(({ id }) => id)).size).toBe(448);
  expect(changed).toHaveLength(448);
  expect(versions("0", "199", "200", "399", "400", "449", "260")).toEqual([2, 2, 2, 2, 2, 2, 7]);
});

it("a tagging whose answer was lost counts as made, unless a colleague has taken the tag off again", async () => {
  const tags = { add: ["kyc"], remove: [] };
  network = ["lost"];
  await expect(changeOne("1", 1, { tags }, false, own)).rejects.toThrow();
  expect(await changeOne("1", 1, { tags }, true, own)).toMatchObject({ version: 2, tags: ["kyc"] });
  change("1", 2, { tags: { add: [], remove: ["kyc"] } });
  await expect(changeOne("1", 1, { tags }, true, own)).rejects.toMatchObject({ status: 412 });
});

it("changes of several wait for the member's own, and are made on their result; a retry stays on its version", async () => {
  await changeOne("1", 1, closed, false, own);
  const assign = (id: string) => notBegun([{ id, version: 1, assigneeId: "asha" }]);
  expect((await changeSeveral(assign("1"), false, own, () => {})).changed).toMatchObject([{ id: "1", version: 3 }]);
  change("1", 3, { status: "answered" });
  expect((await changeSeveral(assign("1"), false, own, () => {})).refused).toEqual(["1"]);

  network = ["away"];
  let progress = assign("2");
  await expect(changeSeveral(progress, false, own, (now) => (progress = now))).rejects.toMatchObject({ status: 0 });
  await changeOne("2", 1, { assigneeId: "mira" }, false, own);
  expect((await changeSeveral(progress, true, own, () => {})).refused).toEqual(["2"]);
});

it("changes of many tell how far they are, and stop between two batches, with the rest left for an undo or another try", async () => {
  const progress = notBegun([...inquiries.keys()].map((id) => ({ id, version: 1, ...closed })));
  const control = new AbortController();
  const told: number[] = [];
  const onProgress = (done: number) => {
    told.push(done);
    if (done === 400) control.abort();
  };
  change("7", 1, { status: "answered" });
  const { changed, refused, left } = await changeSeveral(progress, false, own, () => {}, {
    onProgress,
    signal: control.signal,
  });
  expect(told).toEqual([200, 400]);
  expect([changed.length, refused, left.length]).toEqual([399, ["7"], 50]);
  expect(versions("399", "400", "449")).toEqual([2, 1, 1]);
});
