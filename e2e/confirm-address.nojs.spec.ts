import { confirmAddress } from "./confirm-address.ts";
import { test } from "./public-test.ts";

test("a visitor confirms their address, and gets a new link, without scripts @slow", ({ page, server }) =>
  confirmAddress(page, server));
