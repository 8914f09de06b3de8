import { expect, it } from "vitest";
import { errorIn } from "./service-https.js";

const line = (/** @type {object} */ entry) => JSON.stringify({ level: "error", ts: 1, ...entry });
const refused = { logger: "tls.obtain", msg: "could not get certificate from issuer", identifier: "desk.example.com" };
const first = { ...refused, issuer: "acme-v02.api.letsencrypt.org-directory" };
const second = { ...refused, issuer: "acme.zerossl.com-v2-DV90" };

it.each([
  ["nothing wrong", ["", line({ level: "info", msg: "serving" })], undefined],
  [
    "a configuration that it does not take, after other errors",
    [line({ ...first, error: "old" }), "Error: adapting config using caddyfile: ambiguous site definition"],
    "Error: adapting config using caddyfile: ambiguous site definition",
  ],
  [
    "the last answer of each authority, not its own plan to try again",
    [
      line({ ...first, error: "HTTP 400 - no such name" }),
      line({ ...first, error: "HTTP 400 - Timeout during connect (likely firewall problem)" }),
      line({ ...second, error: "no account" }),
      line({ logger: "tls.obtain", msg: "will retry", error: "[desk.example.com] Obtain: no account" }),
    ],
    "acme-v02.api.letsencrypt.org-directory: HTTP 400 - Timeout during connect (likely firewall problem)\n" +
      "  acme.zerossl.com-v2-DV90: no account",
  ],
  ["an error behind a line that the journal cut off", [line(first).slice(0, 60), line({ msg: "no disk" })], "no disk"],
  [
    "what a server put into an answer, without what a terminal would obey",
    [line({ ...first, error: 'Invalid response: "\u001b]0;done\u0007\u009b2J"' })],
    'acme-v02.api.letsencrypt.org-directory: Invalid response: " ]0;done  2J"',
  ],
  ["another error", [line({ msg: "storage is full" })], "storage is full"],
])("Caddy's log says %s", (_what, lines, error) => expect(errorIn(lines.join("\n"))).toBe(error));
