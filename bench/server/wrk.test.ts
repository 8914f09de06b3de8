import { expect, it } from "vitest";
import { readWrk } from "./wrk.ts";

const figure = "  40123 requests in 4.00s, 200.00MB read\nRequests/sec:  10030.75\n";

it("takes the requests a second from what wrk prints", () => {
  expect(readWrk(figure)).toBe(10_030.75);
});

it.each([
  `  Socket errors: connect 0, read 3, write 0, timeout 0\n${figure}`,
  `  Non-2xx or 3xx responses: 7\n${figure}`,
  "unable to connect to 127.0.0.1:1 Connection refused\n",
])("counts no load with faults: %s", (printed) => {
  expect(() => readWrk(printed)).toThrow("wrk");
});
