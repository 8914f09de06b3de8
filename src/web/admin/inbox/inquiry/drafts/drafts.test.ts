import { expect, it } from "vitest";
import { createDrafts, eraseDrafts } from "./drafts.ts";
import { browserStorage as storage } from "./testing-storage.ts";

const day = 86_400_000;
const note = { text: "Call back" };
const answer = { text: "Hello Asha", filled: "Hello", before: "" };

const everything = (kept: Storage) => Array.from({ length: kept.length }, (_, index) => kept.key(index)).join(" ");

it("a draft is there again after a reload, for its inquiry and its member alone", () => {
  const browser = storage();
  const before = createDrafts("asha", browser);
  before.keep("note", "one", note);
  before.keep("answer", "one", answer);
  const drafts = createDrafts("asha", browser);
  expect(drafts.read("note", "one")).toEqual(note);
  expect(drafts.read("answer", "one")).toEqual(answer);
  expect(drafts.savedAt("answer", "one")).toBeTypeOf("number");
  expect(drafts.inquiryIds()).toEqual(["one"]);
  expect(drafts.read("note", "two")).toBeUndefined();
  drafts.drop("note", "one");
  expect(drafts.read("note", "one")).toBeUndefined();
  drafts.remove("one");
  expect(browser.length).toBe(0);
});

it("the drafts of the member signed in before are erased when another member signs in", () => {
  const browser = storage();
  browser.setItem("front-desk-shortcuts", "off");
  createDrafts("asha", browser).keep("note", "one", note);
  const drafts = createDrafts("ash", browser);
  expect(drafts.read("note", "one")).toBeUndefined();
  expect(everything(browser)).toBe("front-desk-shortcuts");
});

it("a note that version 0.2.0 has kept is a draft, too", () => {
  const browser = storage();
  browser.setItem("front-desk-draft/asha/note/one", JSON.stringify({ at: Date.now(), value: "Call back" }));
  expect(createDrafts("asha", browser).read("note", "one")).toEqual(note);
});

it("a sign-out erases all of them, and nothing else", () => {
  const browser = storage();
  browser.setItem("front-desk-shortcuts", "off");
  createDrafts("asha", browser).keep("answer", "one", answer);
  eraseDrafts(undefined, browser);
  expect(everything(browser)).toBe("front-desk-shortcuts");
});

it("a draft is kept for seven days after its last change, and 100 at most", () => {
  const browser = storage();
  let now = 1000 * day;
  const drafts = createDrafts("asha", browser, () => now);
  drafts.keep("note", "old", note);
  now += 6 * day;
  drafts.keep("note", "old", { text: "Call back soon" });
  for (let index = 0; index < 100; index += 1) drafts.keep("note", `${index}`, note);
  expect(browser.length).toBe(100);
  now += 7 * day;
  expect(createDrafts("asha", browser, () => now).inquiryIds()).toEqual([]);
  expect(browser.length).toBe(0);
});

it("where the browser has no room, or keeps nothing, a draft lasts as long as the page, and says so", () => {
  for (const browser of [storage(20), undefined]) {
    const drafts = createDrafts("asha", browser);
    drafts.keep("answer", "one", answer);
    expect(drafts.read("answer", "one")).toEqual(answer);
    expect(drafts.savedAt("answer", "one")).toBeUndefined();
    drafts.remove("one");
    expect(drafts.read("answer", "one")).toBeUndefined();
  }
});

it.each(["", "null", "{", '{"at":"x","value":"y"}', `{"at":${Date.now()},"value":{"text":1}}`])(
  "what stands there and is no draft is passed over: %j",
  (text) => {
    const browser = storage();
    const drafts = createDrafts("asha", browser);
    browser.setItem("front-desk-draft/asha/answer/one", text);
    browser.setItem("front-desk-draft/asha/note/one", text);
    expect(drafts.read("answer", "one")).toBeUndefined();
    expect(drafts.read("note", "one")).toBeUndefined();
  },
);
