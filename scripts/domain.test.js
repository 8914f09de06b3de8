import { Resolver } from "node:dns/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startNameServer } from "../deploy/testing-dns.ts";
import { domainState, readDomain } from "./domain.js";

describe("a domain", () => {
  it.each([
    ["desk.example.com", "desk.example.com"],
    [" Desk.Example.COM. ", "desk.example.com"],
    ["Bücher.example.in", "xn--bcher-kva.example.in"],
    ["a-1.b2.co", "a-1.b2.co"],
  ])("%j is read as %s", (given, domain) => expect(readDomain(given)).toBe(domain));

  it.each([
    "",
    "desk",
    "https://desk.example.com",
    "desk.example.com/",
    "desk.example.com:443",
    "desk.example.com?a",
    "owner@example.com",
    "*.example.com",
    "203.0.113.7",
    "2001:db8::1",
    "0x7f.1",
    "-desk.example.com",
    "desk_1.example.com",
    "desk.example.com {\n}",
    "desk..example.com",
    `${"a".repeat(64)}.example.com`,
    `${"abcdefg.".repeat(32)}com`,
  ])("%j is none", (given) => expect(() => readDomain(given)).toThrow("must be a domain alone, such as"));

  it.each(["desk.local", "a.localhost", "desk.home.arpa", "desk.internal"])("%s is no public one", (given) => {
    expect(() => readDomain(given)).toThrow("must be a public domain");
  });
});

describe("a domain's records", () => {
  /** @type {Awaited<ReturnType<typeof startNameServer>>} */
  let names;
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  beforeAll(async () => {
    names = await startNameServer(
      {
        "here.example.com": ["203.0.114.5"],
        "both.example.com": ["203.0.114.5", "2600:1::5"],
        "elsewhere.example.com": ["198.51.101.9"],
        "old-six.example.com": ["203.0.114.5", "2600:1::bad"],
        "private.example.com": ["10.0.0.5"],
        "empty.example.com": [],
      },
      { address: "127.0.0.1" },
    );
    resolver.setServers([names.server]);
  });
  afterAll(() => names.end());
  const own = ["203.0.114.5", "10.0.0.5", "2600:1::5"];
  const stateOf = (/** @type {string} */ name, /** @type {string[]} */ here = own) =>
    domainState(`${name}.example.com`, { own: here, resolver });

  it.each(["here", "both"])("are right: %s", async (name) => expect(await stateOf(name)).toEqual({}));

  it.each([
    ["none", /has no address\. At its provider, add an A record with 203\.0\.114\.5\./],
    ["empty", /has no address\./],
    ["elsewhere", /points at 198\.51\.101\.9, which is no address of this machine\..* an A record with 203\.0\.114\.5/],
    ["old-six", /has an AAAA record with 2600:1::bad, .* remove or correct that record/],
    ["private", /points at 10\.0\.0\.5, which cannot be reached from the internet\..* with 203\.0\.114\.5 instead/],
  ])("say what to change: %s", async (name, problem) => {
    expect(await stateOf(name)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it("cannot be compared on a machine with private addresses alone, but an AAAA record can", async () => {
    expect(await stateOf("elsewhere", ["10.0.0.5"])).toEqual({ note: expect.stringMatching(/private addresses only/) });
    expect(await stateOf("old-six", ["10.0.0.5"])).toEqual({ problem: expect.stringMatching(/2600:1::bad/) });
  });

  it("are not known without a name server", async () => {
    const lost = new Resolver({ timeout: 200, tries: 1 });
    lost.setServers(["127.0.0.1:9"]);
    expect(await domainState("here.example.com", { own, resolver: lost })).toEqual({
      problem: expect.stringMatching(/^The name server of this machine does not answer for here\.example\.com: /),
    });
  });
});
