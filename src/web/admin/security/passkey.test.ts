import { expect, it } from "vitest";
import { deviceName } from "./passkey.ts";

it.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15", "iPhone"],
  ["Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36", "Android"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15", "Mac"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"],
  ["curl/8", ""],
])("proposes the device of a user agent as a passkey's name: %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
