import { expect, it } from "vitest";
import type { StoredDraft } from "#contract/inbox/draft.ts";
import { ApiError } from "#web/api/api-client.ts";
import type { draftApi } from "#web/api/draft-api.ts";
import { createDraftSync } from "./draft-sync.ts";
import { createDrafts } from "./drafts.ts";
import { browserStorage } from "./testing-storage.ts";

const answer = (text: string) => ({ text, filled: "", before: "" });

/** A server that keeps one draft, of the answer to one inquiry. */
function server() {
  let draft: StoredDraft | undefined;
  let isDown = false;
  let version = 100;
  const saves: string[] = [];
  const respond = async () => {
    if (isDown) throw new ApiError(0, {});
  };
  const at = (seen: number) => {
    if ((draft?.version ?? 0) !== seen) throw new ApiError(412, {});
  };
  const api: typeof draftApi = {
    async list() {
      await respond();
      return { drafts: draft === undefined ? [] : [draft] };
    },
    async texts() {
      await respond();
      return { drafts: draft === undefined ? [] : [draft] };
    },
    async save({ kind, inquiryId, version: seen, value }) {
      await respond();
      at(seen);
      version += 1;
      saves.push(value.text);
      const savedAt = new Date().toISOString();
      draft = { kind, inquiryId, version, savedAt, ...answer(value.text), seenUntil: "" };
      return draft;
    },
    async discard(_inquiryId, _kind, seen) {
      await respond();
      if (draft !== undefined) at(seen);
      draft = undefined;
      return { message: "Draft discarded" };
    },
    saveLeaving: () => undefined,
  };
  const device = () => {
    const drafts = createDrafts("asha", browserStorage());
    const sync = createDraftSync(drafts, api);
    return { drafts, ...sync, text: () => drafts.read("answer", "one")?.text };
  };
  return { device, saves, text: () => draft?.text, setDown: (down: boolean) => (isDown = down) };
}

it("a second device has the text and its mark, and both are told once it is sent", async () => {
  const { device, text } = server();
  const [phone, desk] = [device(), device()];
  phone.drafts.keep("answer", "one", answer("Please wait"));
  await phone.save();
  expect(text()).toBe("Please wait");
  await desk.run();
  expect([desk.text(), desk.drafts.inquiryIds()]).toEqual(["Please wait", ["one"]]);
  desk.drafts.open("answer", "one");
  desk.drafts.keep("answer", "one", answer("Please wait, Asha"));
  await desk.save();
  await phone.run();
  expect(phone.text()).toBe("Please wait, Asha");
  phone.drafts.drop("answer", "one");
  await phone.run();
  expect(text()).toBeUndefined();
  const revision = desk.drafts.revision("answer", "one");
  await desk.run();
  expect([desk.text(), desk.drafts.inquiryIds()]).toEqual([undefined, []]);
  expect(desk.drafts.revision("answer", "one")).toBe(revision + 1);
});

it.each(["this", "other"] as const)(
  "of two texts written apart, the second device may take either: %s",
  async (which) => {
    const { device, text } = server();
    const [phone, desk] = [device(), device()];
    for (const { drafts } of [phone, desk]) drafts.open("answer", "one");
    phone.drafts.keep("answer", "one", answer("From the phone"));
    desk.drafts.keep("answer", "one", answer("From the desk"));
    await phone.run();
    await desk.run();
    expect(text()).toBe("From the phone");
    expect(desk.drafts.other("answer", "one")?.value?.text).toBe("From the phone");
    expect(desk.text()).toBe("From the desk");
    desk.drafts.keep("answer", "one", answer("From the desk, more"));
    await desk.run();
    expect(text()).toBe("From the phone");
    desk.drafts.choose("answer", "one", which);
    await desk.run();
    await phone.run();
    const taken = which === "this" ? "From the desk, more" : "From the phone";
    expect([text(), desk.text(), phone.text()]).toEqual([taken, taken, taken]);
    expect(desk.drafts.other("answer", "one")).toBeUndefined();
  },
);

it("typed on after it was sent elsewhere, it is not taken for new", async () => {
  const { device, text } = server();
  const [phone, desk] = [device(), device()];
  phone.drafts.keep("answer", "one", answer("Please wait"));
  await phone.run();
  await desk.run();
  phone.drafts.drop("answer", "one");
  await phone.run();
  desk.drafts.open("answer", "one");
  desk.drafts.keep("answer", "one", answer("Please wait a day"));
  await desk.run();
  expect(desk.drafts.other("answer", "one")).toEqual({ version: 0, value: undefined, isSaved: true });
  expect([text(), desk.text()]).toEqual([undefined, "Please wait a day"]);
  desk.drafts.choose("answer", "one", "this");
  await desk.run();
  expect(text()).toBe("Please wait a day");
});

it("without a connection it stays in the browser, and what was discarded does not come back", async () => {
  const { device, text, setDown, saves } = server();
  const phone = device();
  setDown(true);
  phone.drafts.keep("answer", "one", answer("Please"));
  await phone.run();
  phone.drafts.keep("answer", "one", answer("Please wait"));
  await phone.run();
  expect([phone.text(), text()]).toEqual(["Please wait", undefined]);
  setDown(false);
  await phone.run();
  expect([text(), saves]).toEqual(["Please wait", ["Please wait"]]);
  await phone.run();
  expect(saves).toHaveLength(1);
  setDown(true);
  phone.drafts.drop("answer", "one");
  await phone.run();
  setDown(false);
  await phone.run();
  expect([phone.text(), text()]).toEqual([undefined, undefined]);
});

it("discarded while it is being saved, it is gone on the server as well", async () => {
  const { device, text } = server();
  const phone = device();
  phone.drafts.keep("answer", "one", answer("Please wait"));
  const saving = phone.save();
  await Promise.resolve();
  phone.drafts.drop("answer", "one");
  await saving;
  await phone.run();
  expect([phone.text(), text()]).toEqual([undefined, undefined]);
});

it("two tabs of a browser do not overwrite each other: the second to write chooses", () => {
  const browser = browserStorage();
  const [first, second] = [createDrafts("asha", browser), createDrafts("asha", browser)];
  for (const tab of [first, second]) tab.open("answer", "one");
  first.keep("answer", "one", answer("From the first tab"));
  second.keep("answer", "one", answer("From the second tab"));
  expect(first.read("answer", "one")?.text).toBe("From the first tab");
  expect(second.other("answer", "one")?.value?.text).toBe("From the first tab");
  second.choose("answer", "one", "other");
  expect(second.read("answer", "one")?.text).toBe("From the first tab");
});
