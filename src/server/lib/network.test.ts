import * as fc from "fast-check";
import { expect, it } from "vitest";
import { networkOf } from "./network.ts";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["0:0:0:0:0:ffff:c000:207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1::", "2001:db8:1:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["fe80::1%eth0.100", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
  ["2001::4:3:2:1:192.0.2.7", "2001:0:4:3::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
])("%s belongs to %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it("keeps neighbours apart", () => {
  expect(networkOf("192.0.2.7")).not.toBe(networkOf("192.0.2.8"));
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
});

it("parses every address that Node accepts", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(networkOf(address)).toMatch(/^([\da-f]{1,4}(:[\da-f]{1,4}){3}::\/64|\d+(\.\d+){3})$/);
    }),
  );
});
