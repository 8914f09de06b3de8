import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listenToInbox } from "./inbox-api.ts";

let source: FakeSource;
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  constructor() {
    super();
    // oxlint-disable-next-line typescript/no-this-alias -- The test speaks as the server.
    source = this;
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a stream without heartbeats is lost, though the browser says nothing", () => {
  const lost: unknown[] = [];
  const close = listenToInbox({ onEvent: () => {}, onOpen: () => {}, onLost: (isFinal) => lost.push(isFinal) });
  source.dispatchEvent(new Event("open"));
  for (let beats = 0; beats < 10; beats += 1) {
    vi.advanceTimersByTime(20_000);
    source.dispatchEvent(new MessageEvent("heartbeat", { data: "{}" }));
  }
  expect([lost, source.readyState]).toEqual([[], 1]);
  vi.advanceTimersByTime(65_000);
  expect([lost, source.readyState]).toEqual([[true], FakeSource.CLOSED]);
  vi.advanceTimersByTime(65_000);
  expect(lost).toEqual([true]);
  close();
});

it("a stream that newer tabs replaced is closed, so that the browser does not connect again at once", () => {
  const lost: unknown[] = [];
  listenToInbox({ onEvent: () => {}, onOpen: () => {}, onLost: (isFinal) => lost.push(isFinal) });
  source.dispatchEvent(new Event("open"));
  source.dispatchEvent(new MessageEvent("replaced", { data: "{}" }));
  expect([lost, source.readyState]).toEqual([["replaced"], FakeSource.CLOSED]);
});

it("one that was closed is not lost", () => {
  const lost: unknown[] = [];
  listenToInbox({ onEvent: () => {}, onOpen: () => {}, onLost: (isFinal) => lost.push(isFinal) })();
  vi.advanceTimersByTime(200_000);
  expect(lost).toEqual([]);
});
