import { expect, it, onTestFinished, vi } from "vitest";
import { deviceOf } from "./devices.ts";

it.each([
  [
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile " +
      "Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 " +
      "Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"],
  ["curl/8.1", null],
  ["<script>/1 (Secret Name)", null],
  ["x".repeat(100_000), null],
  ["", null],
  [undefined, null],
])("knows %s as %s", async (userAgent, device) => {
  expect(await deviceOf(userAgent)).toBe(device);
});

it("has no label, and fails no sign-in, where its library cannot be loaded", async () => {
  onTestFinished(() => {
    vi.doUnmock("bowser");
  });
  vi.doMock("bowser", () => {
    throw new Error("the file is gone");
  });
  expect(await deviceOf("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0")).toBeNull();
});
